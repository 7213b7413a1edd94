"""Each defect: found where it is, and not where good English has the same form."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from conftest import make_pair
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.checking import defects
from nonliteral.checking.changes import find_change
from nonliteral.checking.findings import Fault
from nonliteral.checking.spelling import find_misspellings
from nonliteral.records import Pair, normalise_text

BAD_TEXTS: list[tuple[Callable[[str], Iterable[Fault]], str, str]] = [
    (defects.find_encoding_damage, "It\ufffds late.", "replacement"),
    (defects.find_encoding_damage, "Itâ€™s late.", "mojibake"),
    (defects.find_encoding_damage, "The cafÃ© was shut.", "mojibake"),
    (defects.find_encoding_damage, "Salt &amp; pepper.", "HTML entity"),
    (defects.find_encoding_damage, "It\\u2019s late.", "escape"),
    (defects.find_encoding_damage, "It is\x9d late.", "control"),
    (defects.find_encoding_damage, "It is\nlate.", "line break"),
    (defects.find_wrong_articles, "She has a idea.", "a idea"),
    (defects.find_wrong_articles, "He is an manager.", "an manager"),
    (defects.find_wrong_articles, "It took a hour.", "a hour"),
    (defects.find_placeholder_marks, "[NAME] left early.", "[NAME]"),
    (defects.find_placeholder_marks, "He gave {object} away.", "{object}"),
    (defects.find_placeholder_marks, "They tell sb. a secret.", "sb."),
    (defects.find_placeholder_marks, "He ___ the beans.", "___"),
    (defects.find_misspelt_words, "The dog is enourmous.", "enourmous for enormous"),
    (defects.find_misspelt_words, "She recieved it.", "recieved for received"),
    (defects.find_misspelt_words, "He didnt go.", "didnt for didn't"),
    (defects.find_misspelt_words, "They losed the match.", "losed for lost"),
    (defects.find_did_used_to, "Ann didn't used to smoke.", "didn't used to"),
    (defects.find_did_used_to, "Did Ann used to smoke?", "Did Ann used to"),
    (defects.find_doubled_words, "He went to to the shop.", "to to"),
    (defects.find_doubled_words, "They dug in in the hills.", "in in"),
    (defects.find_doubled_words, "The the dog barked.", "The the"),
    (defects.find_wrong_verb_forms, "They would being punished.", "would being"),
    (defects.find_wrong_verb_forms, "She could not went home.", "could not went"),
    (defects.find_wrong_verb_forms, "He might revealed it.", "might revealed"),
    (defects.find_wrong_verb_forms, "It doesn't goes there.", "doesn't goes"),
    (defects.find_wrong_verb_forms, "The bolt caned not be moved.", "caned not"),
    (defects.find_unbalanced, 'He said "no.', "without its partner"),
    (defects.find_unbalanced, "He left (at last.", ") is missing"),
    (defects.find_unbalanced, "He said “no.", "” is missing"),
    (defects.find_odd_spaces, "He left , at last.", "before ,"),
    (defects.find_odd_spaces, "He did n't leave.", "before n't"),
    (defects.find_odd_spaces, "He  left.", "two blanks"),
    (defects.find_lower_case_i, "Then i left.", "i for I"),
    (defects.find_missing_end, "He left", "ends in 'left'"),
]

GOOD_TEXTS: list[tuple[Callable[[str], Iterable[Fault]], str]] = [
    (defects.find_encoding_damage, "Zoë’s café – “naïve”, isn’t it? R&D at AT&T; Ångström."),
    (defects.find_encoding_damage, "Âge and Ãolian are odd, but they are words."),
    (defects.find_wrong_articles, "An honest man waits an hour for a university, a one-off and a European."),
    (defects.find_wrong_articles, "He saw an FBI agent, a UFO and an 8-year-old."),
    (
        defects.find_wrong_articles,
        "She grew a herb. She grew an herb. He is an historian. A NINE-day wonder.",
    ),
    (defects.find_placeholder_marks, "Someone left something [sic] here for $20."),
    (defects.find_misspelt_words, "The colour of my honor is gray and grey, organised or organized."),
    (defects.find_misspelt_words, "Siobhan met @zbigniev at http://exmple.com, #freind and so on."),
    (defects.find_misspelt_words, "An unbloggable handmade pre-emptive cafe, soooo nice, talkin' of it."),
    (defects.find_did_used_to, "Ann didn't use to smoke. She used to run. He is not used to it."),
    (defects.find_doubled_words, "He had had enough. I know that that is so. It was very very good."),
    (defects.find_doubled_words, "We heard Duran Duran in Baden Baden."),
    (defects.find_wrong_verb_forms, "He would bring it. She can always sing. They must pass."),
    (defects.find_wrong_verb_forms, "His will was read. The can went flying. All her might was needed."),
    (defects.find_wrong_verb_forms, "Would being late hurt? He did nothing. I do miss it."),
    (defects.find_wrong_verb_forms, "She could have been seen. It will need mending. You may as well go."),
    (defects.find_unbalanced, 'He said "no" (twice) :) and measured 5" of rope. a) first'),
    (defects.find_odd_spaces, "Well... it isn't so: he's here; we left, didn't we?"),
    (defects.find_lower_case_i, "I think, i.e. I know, that (i) holds."),
    (defects.find_missing_end, "He said “no.”"),
    (defects.find_missing_end, "Did he?"),
]


@pytest.mark.parametrize(
    ("look", "text", "found"), BAD_TEXTS, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_a_fault_of_a_sentence_is_found(
    look: Callable[[str], Iterable[Fault]], text: str, found: str
) -> None:
    assert found in " | ".join(fault.found for fault in look(text))


@pytest.mark.parametrize(
    ("look", "text"), GOOD_TEXTS, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_good_english_is_left_alone(look: Callable[[str], Iterable[Fault]], text: str) -> None:
    assert list(look(text)) == []


def pair_of(premise: str, hypothesis: str, label: str = "entailment", **more: object) -> Pair:
    return make_pair(premise=premise, hypothesis=hypothesis, label=label, **more)


BAD_PAIRS: list[tuple[Callable[[Pair], Iterable[Fault]], Pair, str]] = [
    (
        defects.find_lost_capital,
        pair_of("All along he knew.", "for the whole time he knew."),
        "All → for",
    ),
    (
        defects.find_lost_capital,
        pair_of("'By the way, he left.", "'incidentally, he left."),
        "By → incidentally",
    ),
    (defects.find_lower_case_start, pair_of("he left.", "he went."), "'he'"),
    (
        defects.find_stray_capital,
        pair_of("The man left.", "Without a word The man went away."),
        "word The",
    ),
    (
        defects.find_lost_name,
        pair_of("Late last night Siobhan left us.", "Then siobhan went away."),
        "Siobhan → siobhan",
    ),
    (
        defects.find_open_slots,
        pair_of("She made up her mind at last.", "She reached one's decision at last."),
        "one's",
    ),
    (
        defects.find_open_slots,
        pair_of("He pulled my sister's leg again today.", "He teased someone again today."),
        "someone",
    ),
    (
        defects.find_open_slots,
        pair_of("They behaved themselves at the party.", "They controlled oneself at the party."),
        "oneself",
    ),
    (defects.find_identical, pair_of("He left.", "He left.", "neutral"), "the same sentence"),
    (defects.find_identical, pair_of("He left.", "he left", "contradiction"), "but for case"),
    (
        defects.find_long_hypothesis,
        pair_of("He left.", "He left " + "and he came back again " * 4 + "."),
        "words against 2",
    ),
    (
        defects.find_lost_inflection,
        pair_of("Many are sleeping rough in the city now.", "Many are sleep outdoors in the city now."),
        "are sleep",
    ),
    (
        defects.find_lost_inflection,
        pair_of("Since May it works like a charm for us.", "Since May it succeed entirely for us."),
        "it succeed",
    ),
    (
        defects.find_lost_inflection,
        pair_of(
            "The boys of our street were getting away with murder again last summer.",
            "The boys of our street were doing bad things and not be punished again last summer.",
        ),
        "doing … and not be",
    ),
]

BAD_PAIRS += [
    (
        defects.find_lost_inflection,
        pair_of("In the end Mara bit the bullet and left.", "In the end Mara endure the pain and left."),
        "mara endure",
    ),
]

GOOD_PAIRS: list[tuple[Callable[[Pair], Iterable[Fault]], Pair]] = [
    (defects.find_lost_capital, pair_of("Phones sell well.", "iPhones sell well.")),
    (defects.find_lost_capital, pair_of("it rained.", "water fell.")),
    (defects.find_lost_capital, pair_of("Nine of them left.", "9 of them left.")),
    (defects.find_lower_case_start, pair_of("He left.", "He went.")),
    (defects.find_stray_capital, pair_of("The man left.", "He read The Times.")),
    (defects.find_stray_capital, pair_of("They said: The man left.", "Then they said: The man went.")),
    (defects.find_lost_name, pair_of("We saw London and london.", "We saw london.")),
    (defects.find_open_slots, pair_of("Only Jo went.", "Someone went.", method="paradigm")),
    (defects.find_open_slots, pair_of("He smelt a rat at once.", "He sensed something odd at once.")),
    (defects.find_open_slots, pair_of("Someone broke the ice there.", "Someone started to talk there.")),
    (defects.find_identical, pair_of("He left.", "He left early.")),
    (defects.find_long_hypothesis, pair_of("He left.", "The man went away at noon.")),
    (
        defects.find_lost_inflection,
        pair_of("Many are sleeping rough in the city now.", "Many are sleeping outdoors in the city now."),
    ),
    (
        defects.find_lost_inflection,
        pair_of("The panes were shaking in the wind.", "The panes were calm in the wind."),
    ),
    (
        defects.find_lost_inflection,
        pair_of("Yesterday he touched a nerve in her.", "Yesterday he upset her."),
    ),
    (
        defects.find_lost_inflection,
        pair_of("In the end the group took a tumble in sales.", "In the end the group fell hard in sales."),
    ),
    (
        defects.find_lost_inflection,
        pair_of("By then she looked worn to the bone again.", "By then she looked weary again."),
    ),
    (
        defects.find_lost_inflection,
        pair_of("He broke the ice at the fair.", "He greeted them and began to talk at the fair."),
    ),
]


@pytest.mark.parametrize(
    ("look", "pair", "found"), BAD_PAIRS, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_fault_of_a_pair_is_found(look: Callable[[Pair], Iterable[Fault]], pair: Pair, found: str) -> None:
    assert found in " | ".join(fault.found for fault in look(pair))


@pytest.mark.parametrize(("look", "pair"), GOOD_PAIRS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_good_pair_is_left_alone(look: Callable[[Pair], Iterable[Fault]], pair: Pair) -> None:
    assert list(look(pair)) == []


def test_one_s_with_its_one_is_for_a_person_to_decide() -> None:
    pair = pair_of("Any port in a storm will do.", "When one lacks choice one saves one's skin will do.")
    assert [fault.certain for fault in defects.find_open_slots(pair)] == [False]


def test_a_name_that_is_also_a_word_is_for_a_person_to_decide() -> None:
    faults = list(defects.find_lost_name(pair_of("We met Bill there.", "We met bill there.")))
    assert [(fault.found, fault.certain) for fault in faults] == [("Bill → bill", False)]


def test_a_short_unknown_word_is_only_a_possible_misspelling() -> None:
    assert [m.sure for m in find_misspellings("He played the flut well.")] == [False]


def test_both_spellings_of_a_word_count_as_right() -> None:
    assert find_misspellings("the favourite theatre, the favorite theater, a grey or gray jewellery") == []


def test_the_change_is_what_lies_between_the_common_ends() -> None:
    change = find_change("He let the cat out of the bag today.", "He revealed the secret today.")
    assert change.old == ("let", "the", "cat", "out", "of", "the", "bag")
    assert change.new == ("revealed", "the", "secret")
    assert change.before == "he"


@given(st.text(min_size=1, max_size=80).map(normalise_text).filter(bool))
def test_no_text_makes_a_check_fail(text: str) -> None:
    try:
        pair = pair_of(text, text[::-1].strip() or text)
    except ValueError:
        return
    for check in defects.TEXT_CHECKS:
        assert all(isinstance(fault, Fault) for fault in check.look(pair.premise))
    for pair_check in defects.PAIR_CHECKS:
        assert all(isinstance(fault, Fault) for fault in pair_check.look(pair))
