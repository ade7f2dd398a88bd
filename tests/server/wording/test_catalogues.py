import pytest
from babel.messages.plurals import get_plural
from starlette.testclient import TestClient

from tantrix.game import Verdict
from tantrix.server.wording.catalogues import DEFAULT, LANGUAGES, choose_language, client_catalogue, translate

ACCEPTED = (
    ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
    ("en-GB;q=0.5,ru;q=0.7", "ru"),
    ("ru;q=0,pl;q=0.1", "pl"),
    ("ja,tr", "en"),
    ("", "en"),
    ("*", "en"),
    (";;;,q=,=;q=x", "en"),
    ("," * 10_000, "en"),
)


@pytest.mark.parametrize(("accepted", "language"), ACCEPTED)
def test_the_best_accepted_language_is_chosen(accepted: str, language: str) -> None:
    assert choose_language(None, accepted) == language


def test_the_readers_own_choice_comes_first() -> None:
    assert choose_language("pl", "ru") == "pl"


@pytest.mark.parametrize("cookie", ["", "xx", "../../etc"])
def test_an_invalid_choice_is_ignored(cookie: str) -> None:
    assert choose_language(cookie, "ru") == "ru"


def test_english_is_its_own_translation() -> None:
    assert translate("en", Verdict.TRIPLE.sentence) == Verdict.TRIPLE.sentence
    assert client_catalogue("en") == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_with_numbers_have_every_plural_form_in_the_browser(language: str) -> None:
    n_forms = get_plural(language).num_plurals
    for sentences in client_catalogue(language).values():
        assert isinstance(sentences, str) or len(sentences) == n_forms


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {DEFAULT}))
def test_no_word_of_the_text_board_stands_for_two_commands(language: str) -> None:
    sentences = client_catalogue(language)
    english = [message for message in sentences if "; one word)" in message]
    words = {message.split()[0]: str(sentences[message]).split()[0].lower() for message in english}

    assert len(set(words.values())) == len(words)
    for command, word in words.items():
        assert word not in words.keys() - {command}


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_problems_are_reported_in_the_language_of_the_reader(client: TestClient, language: str) -> None:
    answer = client.get("/api/games/abcdefghijkm", headers={"accept-language": language})

    assert answer.json()["detail"] == translate(language, "There is no such game.")


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_request_errors_are_a_sentence_for_people_and_a_list_for_programs(
    client: TestClient, language: str
) -> None:
    fields = {"seats": [{"colour": "X", "kind": "person"}], "tile_set": 57}

    problem = client.post("/api/games", json=fields, headers={"accept-language": language}).json()

    sentence = "Some values are missing or out of range."
    assert problem["detail"] == translate(language, sentence) != sentence
    assert [error.partition(":")[0] for error in problem["errors"]] == [
        "body.seats.0.colour",
        "body.tile_set",
    ]
