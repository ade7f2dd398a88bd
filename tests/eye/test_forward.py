"""The compiled network against plain arithmetic, and against what PyTorch answers for the same weights."""

import numpy as np
import pytest

from tantrix.eye.forward import NOTHING, convolve, run_network
from tantrix.eye.layers import LAYERS, N_OUTPUTS
from tantrix.eye.views import AS_IT_IS
from tantrix.eye.weights import LayerWeights, NetworkWeights, joined, parse_weights, print_weights

# What `Network` of `research.eye` answers in PyTorch 2.13 at row 7, column 9, and on average.
OF_PYTORCH = [
    -2.78793, -1.13032, 1.67022, 5.37952, -2.31336, 4.98616, -0.09308,
    1.90784, -0.73820, -2.21830, -2.63224, -2.92967, -0.96539, -1.37618,
]  # fmt: skip
MEAN_OF_PYTORCH = 1.875918


def random_weights(seed: int = 0) -> NetworkWeights:
    rng = np.random.default_rng(seed)
    layers = tuple(
        LayerWeights(
            rng.normal(0, 0.1, (layer.width, layer.width, layer.n_in, layer.n_out)).astype(np.float32),
            rng.normal(0, 0.1, layer.n_out).astype(np.float32),
        )
        for layer in LAYERS
    )
    return NetworkWeights({"seed": seed}, joined(layers))


@pytest.mark.parametrize(("width", "stride", "dilation"), [(3, 1, 1), (3, 2, 1), (3, 1, 2), (1, 1, 1)])
def test_a_convolution_is_a_sum_over_the_window(width, stride, dilation):
    rng = np.random.default_rng(1)
    source = rng.normal(size=(8, 12, 5)).astype(np.float32)
    kernel = rng.normal(size=(width, width, 5, 7)).astype(np.float32)
    bias = rng.normal(size=7).astype(np.float32)
    target = np.empty((8 // stride, 12 // stride, 7), np.float32)

    convolve(source, kernel, bias, NOTHING, 0, stride, dilation, False, target)

    reach = width // 2 * dilation
    padded = np.pad(source, ((reach, reach), (reach, reach), (0, 0)))
    expected = np.zeros_like(target, np.float64) + bias
    for row in range(width):
        for column in range(width):
            part = padded[row * dilation :, column * dilation :][:8:stride, :12:stride]
            expected += part @ kernel[row, column]
    np.testing.assert_allclose(target, expected, rtol=1e-4, atol=1e-4)


def test_a_smaller_map_is_enlarged_and_added_before_what_is_negative_is_cut():
    source, kernel = np.zeros((4, 4, 1), np.float32), np.zeros((1, 1, 1, 1), np.float32)
    added = np.array([[[1], [-2]], [[3], [-4]]], np.float32)
    target = np.empty((4, 4, 1), np.float32)

    convolve(source, kernel, np.zeros(1, np.float32), added, 2, 1, 1, True, target)

    assert target[..., 0].tolist() == [[1, 1, 0, 0], [1, 1, 0, 0], [3, 3, 0, 0], [3, 3, 0, 0]]


def test_any_size_of_picture_gets_an_answer_a_quarter_as_large():
    picture = np.random.default_rng(2).integers(0, 255, (37, 50, 3), np.uint8)

    assert run_network(picture, random_weights().values, AS_IT_IS).shape == (12, 16, N_OUTPUTS)


def test_the_answer_is_that_of_pytorch():
    rows, columns = np.mgrid[:64, :80]
    picture = np.stack([rows * 3 % 256, columns * 5 % 256, rows * columns % 256], 2).astype(np.uint8)

    answer = run_network(picture, random_weights().values, AS_IT_IS)

    np.testing.assert_allclose(answer[7, 9], OF_PYTORCH, atol=1e-4)
    assert np.abs(answer).mean() == pytest.approx(MEAN_OF_PYTORCH, abs=1e-5)


def test_weights_are_printed_and_parsed_within_a_step():
    weights = random_weights()

    again = parse_weights(print_weights(weights))

    assert again.provenance == {"seed": 0}
    assert print_weights(again) == print_weights(weights)
    for layer, other in zip(weights.layers(), again.layers(), strict=True):
        assert np.abs(layer.kernel - other.kernel).max() <= np.abs(layer.kernel).max() / 250
        assert (layer.bias == other.bias).all()


def test_weights_that_are_cut_off_are_refused():
    with pytest.raises(ValueError, match="expected weights of"):
        parse_weights(print_weights(random_weights())[:-1])
