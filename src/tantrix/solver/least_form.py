"""The least form of marked cells over rotations and reflections: what equal arrangements have in common."""

from tantrix._compile.jit import jit
from tantrix._compile.records import Numbers

_Q_AT, _HALF = 20, 1 << 19


@jit
def find_least_form(cells: Numbers, marks: Numbers, form: Numbers, image: Numbers) -> int:
    """Write the least image of marked cells into `form`; return its number. `image` is scratch.

    cells: [2, n], q and r. marks: [n_images, n], below 2**18, of each cell in each image. form: [n], the keys
    of the cells, in the order of the cells.

    Images 0 to 5 are turned clockwise by as many sixths, images 6 to 11 are mirrored in the west-east line
    first. Each has its least cell at the origin. A key holds the mark without its lowest three bits, the
    cell, and these three bits, so tiles are compared by number, cell and rotation.
    """
    n = cells.shape[1]
    least = -1
    for number in range(len(marks)):
        for at in range(n):
            q, r = cells[0, at], cells[1, at]
            if number >= 6:
                q, r = q + r, -r
            for _ in range(number % 6):
                q, r = -r, q + r
            image[at] = ((q + _HALF) << _Q_AT | (r + _HALF)) << 18 | marks[number, at]
        _sort(image)
        first = image[0] >> 18
        for at in range(n):
            # The least cell comes first; its difference to each cell is a cell again.
            cell = (image[at] >> 18) - first + _HALF
            mark = image[at] & (1 << 18) - 1
            image[at] = mark >> 3 << 45 | cell << 3 | mark & 7
        if least < 0 or _is_less(image, form):
            least = number
            form[:] = image
    return least


@jit
def _sort(values: Numbers) -> None:
    for place in range(1, len(values)):
        value = values[place]
        at = place
        while at > 0 and values[at - 1] > value:
            values[at] = values[at - 1]
            at -= 1
        values[at] = value


@jit
def _is_less(one: Numbers, other: Numbers) -> bool:
    for at in range(len(one)):
        if one[at] != other[at]:
            return bool(one[at] < other[at])
    return False
