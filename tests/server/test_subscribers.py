"""Parts of the server that follow the events of other parts."""

from tantrix.server.subscribers import Subscribers


def test_each_subscriber_is_called_with_each_event_in_the_order_of_subscription() -> None:
    numbers: Subscribers[[int], tuple[str, int]] = Subscribers()
    numbers.add(lambda number: ("first", number))
    numbers.add(lambda number: ("second", number))

    assert numbers.call(7) == [("first", 7), ("second", 7)]


def test_an_event_without_subscribers_is_no_error() -> None:
    nobody: Subscribers[[str], None] = Subscribers()

    assert nobody.call("here") == []
