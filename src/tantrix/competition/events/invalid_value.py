"""Values that an organiser or a player may not enter, with a sentence that can be translated."""

from functools import partial


class InvalidValue(ValueError):
    """A value that is out of range or contradicts others.

    `sentence`: what would be right, in English, with placeholders for `values`; it is also the key of its
    translations. `option`: the name of the option that is wrong, empty if it is not one alone.
    """

    def __init__(self, sentence: str, option: str = "", **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.sentence = sentence
        self.option = option
        self.values = values

    def __reduce__(self) -> tuple[partial["InvalidValue"], tuple[()]]:
        return partial(InvalidValue, self.sentence, self.option, **self.values), ()
