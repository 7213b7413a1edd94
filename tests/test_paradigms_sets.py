"""What the sets make: whole paradigms with right features, and the traps of each trigger avoided."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from nonliteral.builders.paradigms import grammar as g
from nonliteral.builders.paradigms.builder import (
    cells_of,
    groups,
    make_paradigm,
    open_set,
    open_urn,
    set_classes,
)
from nonliteral.builders.paradigms.environments import Item, Kernel
from nonliteral.builders.paradigms.implicature import ImplicatureSet
from nonliteral.builders.paradigms.material import Material
from nonliteral.builders.paradigms.sampling import Urn
from nonliteral.builders.paradigms.tables import ENVIRONMENTS
from nonliteral.builders.paradigms.triggers import Too
from nonliteral.draw import Draw
from nonliteral.lexicon.vocabulary import DATA, load_vocabulary
from nonliteral.records import Pair

ALL_SETS = list(set_classes())
PAPER_SETS = [name for by_design in groups().values() for name in by_design["paper"]]
TRIGGERS = [name for name, each in set_classes().items() if not issubclass(each, ImplicatureSet)]
COUNT = 40


@cache
def paradigms(name: str, design: str = "paper", count: int = COUNT, seed: int = 7) -> list[list[Pair]]:
    return [make_paradigm(name, design, seed, number, DATA) for number in range(count)]


def pairs(name: str, design: str = "paper") -> Iterator[Pair]:
    for members in paradigms(name, design):
        yield from members


def cell(members: list[Pair], name: str) -> Pair:
    return next(pair for pair in members if pair.id.endswith(f"/{name}"))


def premises(name: str, environment: str, design: str = "paper") -> list[str]:
    return [p.premise for p in pairs(name, design) if p.features.get("environment") == environment]


@pytest.mark.parametrize("name", ALL_SETS)
def test_ids_groups_and_features_are_those_that_studies_know(name: str) -> None:
    for number, members in enumerate(paradigms(name)):
        assert [pair.id for pair in members] == [f"{name}/{number}/{c.name}" for c in cells_of(name, "paper")]
        for pair in members:
            assert pair.group == f"{name}/{number}"
            assert pair.method == "paradigm"
            assert pair.tier == "silver"
            assert pair.source.corpus == "nonliteral"
            features = pair.features
            assert features["set"] == name
            assert features["paradigm"] == str(number)
            assert isinstance(features["control"], bool)
            assert features["lexemes"]
            if pair.phenomenon == "presupposition":
                assert features["environment"] in ENVIRONMENTS
            else:
                assert features["relation"]


@pytest.mark.parametrize("name", ALL_SETS)
def test_sentences_are_sentences(name: str) -> None:
    for pair in pairs(name, "extended"):
        for text in (pair.premise, pair.hypothesis):
            assert re.fullmatch(r"[A-Z].*[.?]", text), text
            assert not re.search(r"\b(\w+) \1\b(?<!that that)", text), text
            assert not re.search(r"[<>{}|_]|\bused to\b|  ", text), text
        assert pair.hypothesis.endswith(".")
        assert pair.premise != pair.hypothesis


@pytest.mark.parametrize("name", ALL_SETS)
def test_no_pair_stands_under_two_labels_or_twice(name: str) -> None:
    seen: dict[tuple[str, str], str] = {}
    for pair in pairs(name):
        key = (pair.premise, pair.hypothesis)
        assert seen.setdefault(key, pair.id) == pair.id


@pytest.mark.parametrize("name", ALL_SETS)
def test_no_two_paradigms_share_their_words_entirely(name: str) -> None:
    found: dict[frozenset[str], str] = {}
    for number, members in enumerate(paradigms(name, count=120)):
        words = frozenset(
            word
            for pair in members
            for text in (pair.premise, pair.hypothesis)
            for word in re.findall(r"\w+", text)
        )
        assert found.setdefault(words, str(number)) == str(number)


@pytest.mark.parametrize("name", ALL_SETS)
def test_a_paradigm_does_not_depend_on_those_before_it(name: str) -> None:
    alone = make_paradigm(name, "paper", 3, 17, DATA)
    assert [make_paradigm(name, "paper", 3, number, DATA) for number in range(18)][17] == alone


@pytest.mark.parametrize("name", ALL_SETS)
def test_every_set_can_give_thousands(name: str) -> None:
    assert open_urn(name, 0, DATA).capacity >= 2000
    assert open_set(name, DATA).strata() is not None


@pytest.mark.parametrize("name", ALL_SETS)
def test_a_hundred_paradigms_have_many_different_verbs_or_scales(name: str) -> None:
    urn = open_urn(name, 7, DATA)
    used = {urn.nth(number)[0].key for number in range(100)}
    assert len(used) >= min(100, len(urn.strata))


# Implicature


def test_quantifiers_are_partitives_in_the_past() -> None:
    for members in paradigms("quantifiers"):
        for text in {pair.premise for pair in members}:
            assert re.search(r"\b(some|all|none) of the \w+", text, re.IGNORECASE), text
            assert not re.search(r"\b(will|is|are)\b", text), text


def test_numerals_stand_in_the_object_under_negation() -> None:
    for name in ("numerals-2-3", "numerals-10-100"):
        for pair in pairs(name):
            for text in (pair.premise, pair.hypothesis):
                assert not re.match(r"(Two|Three|Ten|One hundred)\b", text), text
                if re.search(r"\bnot\b|n't\b", text):
                    assert re.search(r"(not|n't)( true that)? .*(two|three|ten|one hundred) ", text), text
        assert {pair.features["negation"] for pair in pairs(name)} == {"internal", "external"}


def test_numerals_have_an_exact_reading_and_the_others_do_not() -> None:
    assert all("exact" in (pair.readings or {}) for pair in pairs("numerals-2-3"))
    assert all("exact" not in (pair.readings or {}) for pair in pairs("modals"))
    for name in groups()["implicature"]["paper"]:
        for pair in pairs(name):
            assert pair.readings is not None
            assert pair.label == pair.readings["logical"]


def test_modals_keep_to_one_flavour_and_vary_in_tense() -> None:
    texts = [pair.premise for pair in pairs("modals")]
    assert not any(re.search(r"\b(may|must|can|could|should|have to)\b", text) for text in texts)
    assert all(re.search(r"\b(allowed|permitted|required|obliged) to\b", text) for text in texts)
    for tense in (r"\b(is|are|isn't|aren't)\b", r"\b(was|were|wasn't|weren't)\b", r"\b(will|won't)\b"):
        assert sum(bool(re.search(tense, text)) for text in texts) >= 12


def test_connectives_have_both_on_the_negated_side_and_no_collective_verbs() -> None:
    for members in paradigms("connectives"):
        text = cell(members, "weak-to-not-strong").hypothesis
        assert re.search(r"(not|n't) (both \w+|\w+ .*both|.*both)", text), text
        assert not re.search(r"\b(gather|meet up|cost|weigh the|collide)\b", text)


def test_scales_are_reported_bounded_or_not() -> None:
    for name in ("gradable-adjectives", "gradable-verbs"):
        assert {pair.features["bounded"] for pair in pairs(name)} == {True, False}


def test_the_negation_of_sometimes_is_never() -> None:
    for members in paradigms("frequency"):
        assert " never " in cell(members, "weak-to-none").hypothesis
        assert not any("not sometimes" in pair.premise or "n't sometimes" in pair.premise for pair in members)


def test_epistemic_scales_use_no_adverbs() -> None:
    openings = {" ".join(pair.premise.split()[:4]) for pair in pairs("epistemic")}
    assert openings == {
        "It is possible that",
        "It is certain that",
        "It is not certain",
        "It is impossible that",
    }


# Presupposition


@pytest.mark.parametrize("name", TRIGGERS)
def test_modals_are_might_may_and_possible(name: str) -> None:
    texts = premises(name, "modal")
    assert all(re.search(r"\b(might|may|It is possible that)\b", text) for text in texts)
    assert not any(re.search(r"\b(must|would|should|can|could)\b", text) for text in texts)


def test_modals_are_not_all_in_the_past() -> None:
    texts = [text for name in TRIGGERS for text in premises(name, "modal")]
    assert sum(bool(re.search(r"\b(might|may) (not )?have \w+", text)) for text in texts) >= 50
    assert sum(bool(re.search(r"\b(might|may) (?!have)\w+", text)) for text in texts) >= 50


@pytest.mark.parametrize("name", TRIGGERS)
def test_questions_and_conditionals(name: str) -> None:
    assert all(text.endswith("?") for text in premises(name, "interrogative"))
    for text in premises(name, "conditional"):
        assert re.fullmatch(r"If .*, [^,]+\.", text), text
        assert not re.match(r"If [^,]*(?<!the )\bwill\b", text), text


def test_the_state_before_a_past_change_is_before_that_and_before_a_future_one_is_now() -> None:
    for members in paradigms("change-of-state"):
        pair = cell(members, "plain-to-presupposition")
        if re.search(r"\bwill\b", pair.premise):
            assert re.search(r"\b(is|isn't|are|aren't)\b", pair.hypothesis), pair.hypothesis
        else:
            assert re.search(r"\b(was|were|wasn't|weren't)\b.* before that\.$", pair.hypothesis), (
                pair.hypothesis
            )


def test_neutral_hypotheses_of_only_and_clefts_leave_the_focus_alone() -> None:
    for members in paradigms("only"):
        pair = cell(members, "plain-to-neutral")
        if pair.premise.startswith("Only "):
            name = pair.premise.split()[1]
            assert pair.hypothesis.startswith(f"{name} ")
        else:
            focus = pair.premise.rstrip(".").split("only ")[1]
            assert focus.split()[-1] in pair.hypothesis
    for members in paradigms("cleft-existence"):
        assert cell(members, "plain-to-neutral").hypothesis.startswith("Someone ")


def test_only_under_a_modal_and_uniqueness_are_contested() -> None:
    for pair in pairs("only"):
        disputed = pair.features["environment"] == "modal" and not pair.features["control"]
        assert pair.features.get("contested", False) == disputed
    for name in ("cleft-uniqueness", "possessed-uniqueness"):
        assert all(pair.features.get("contested") for pair in pairs(name) if not pair.features["control"])
    assert not any(pair.features.get("contested") for pair in pairs("cleft-existence"))


def test_embedded_questions_are_when_where_why_how() -> None:
    for text in premises("questions", "plain"):
        assert re.search(r" (when|where|why|how) ", text), text
        assert not re.search(r"\b(whether|wonder)", text), text


def test_possessions_are_still_there_when_they_are_said_to_be() -> None:
    for text in premises("possessed-existence", "plain"):
        assert re.search(r"\b(has|is|will)\b", text), text


def test_both_and_only_subjects_are_negated_from_outside() -> None:
    assert all(text.startswith("It is not true that both ") for text in premises("both", "negated"))
    assert all(text.startswith("Not all ") for text in premises("all-n", "negated"))


def test_cognitive_factives_are_semi_factive_never_first_person_and_have_twins() -> None:
    for members in paradigms("cognitive-factives"):
        assert all(pair.features["projection"] == "semi-factive" for pair in members)
        assert not re.match(r"(I|We) ", members[0].premise)
        twin = cell(members, "twin-plain-to-presupposition")
        assert twin.label == "neutral"
        assert re.search(
            r"(think|thought|belie|sa(y|id)|claim|suspect|assum|suppos|argue|imagin|convinced)", twin.premise
        ), twin.premise


def test_aspectual_verbs_presuppose_what_went_on_before() -> None:
    for members in paradigms("aspectual"):
        pair = cell(members, "plain-to-presupposition")
        begins = re.search(r"\b(started|began)\b", pair.premise)
        assert re.search(r"\bhad( not|n't)? been \w+ing\b.* before that\.$", pair.hypothesis), pair.hypothesis
        assert bool(begins) == bool(re.search(r"\bhad(n't| not) been", pair.hypothesis))
        assert not re.search(r"\bstopped to\b", pair.premise)


def test_again_stands_at_the_end() -> None:
    assert all(re.search(r" again\.$", text) for text in premises("again", "plain"))
    frames = {frame.verb for frame in load_vocabulary().frames if "again" in frame.marks}
    assert not frames & {"open", "close", "break", "repair", "demolish", "build"}


def test_too_is_never_negated_by_either() -> None:
    texts = premises("too", "negated")
    assert all(re.match(r"It is not true that \w+, too, ", text) for text in texts)
    assert not any("either" in text for text in texts)
    assert all(pair.features["projection"] == "weak" for pair in pairs("too"))


def test_still_is_never_followed_by_not() -> None:
    for text in premises("still", "negated"):
        assert text.startswith("It is not true that ")
        assert not re.search(r"still (does|did)(n't| not)", text)


def test_temporal_clauses_are_veridical() -> None:
    for text in premises("temporal", "plain"):
        assert re.search(r" (after|when|while|since) ", text), text
        assert not re.search(r"\b(before|until)\b", text), text


def test_wh_clefts_negate_the_copula() -> None:
    for text in premises("wh-cleft", "negated"):
        assert re.match(r"What .* (was not|wasn't) ", text), text


def test_remember_and_forget_presuppose_a_duty() -> None:
    for members in paradigms("remember-forget"):
        assert " supposed to " in cell(members, "plain-to-presupposition").hypothesis


def test_implicatives_go_by_their_signature() -> None:
    seen = set()
    for members in paradigms("implicatives", count=200):
        signature = members[0].features["signature"]
        seen.add(signature)
        plain, negated = signature.split("/")
        expected = {"+": "entailment", "-": "contradiction", "o": "neutral"}
        assert cell(members, "plain-to-complement").label == expected[plain]
        assert cell(members, "negated-to-complement").label == expected[negated]
        assert all(pair.readings is None for pair in members)
    assert seen == {"+/-", "-/+", "+/o", "-/o", "o/o"}


def test_a_new_trigger_is_one_small_class() -> None:
    class Even(Too):
        """Even Emma signed the petition: someone other than Emma signed it."""

        name = "even"
        trigger = "even"

        def kernel(self, item: Item, *, other: bool = False, again: bool = False) -> Kernel:
            return Kernel(
                lambda: g.focused("even", item.subject),
                lambda: self._predicate(item, other),
                item.shape,
                wide=True,
            )

    even = Even(Material())
    stratum, choice = Urn("even", list(even.strata()), 1).nth(0)
    made = even.make(stratum, choice, Draw(1, "even", 0), design="extended").sentences
    assert made["plain"].startswith("Even ")
    assert made["negated"].startswith("It is not true that even ")
    assert made["presupposition"].startswith("Someone other than ")


# Further environments and the balanced design


def test_beliefs_have_a_second_reading_by_accommodation() -> None:
    for members in paradigms("cleft-existence", "extended"):
        pair = cell(members, "belief-to-presupposition")
        assert pair.label == "neutral"
        assert pair.readings == {"logical": "neutral", "accommodated": "entailment"}
        assert cell(members, "belief-to-believed").label == "entailment"


def test_filters_say_p_first() -> None:
    for members in paradigms("possessed-existence", "extended"):
        assert re.match(r"If \w+ has an? ", cell(members, "filter-if-to-presupposition").premise)
        assert cell(members, "filter-either-to-presupposition").premise.startswith("Either ")
        assert ", so it is not true that " in cell(members, "filter-so-to-presupposition").premise


@pytest.mark.parametrize("name", PAPER_SETS)
def test_balanced_hypotheses_meet_all_labels_equally_often(name: str) -> None:
    counts: dict[str, dict[str, int]] = {}
    for pair in pairs(name, "balanced"):
        found = counts.setdefault(pair.hypothesis, {"entailment": 0, "neutral": 0, "contradiction": 0})
        found[pair.label] += 1
    assert all(len(set(found.values())) == 1 for found in counts.values())


@pytest.mark.parametrize("name", ["quantifiers", "possessed-existence"])
def test_a_balanced_hypothesis_alone_is_within_three_points_of_chance(name: str) -> None:
    from nonliteral.checking.giveaways import measure_giveaway

    giveaway = measure_giveaway(list(pairs(name, "balanced")), "hypothesis")
    assert abs(giveaway.balanced_accuracy - giveaway.chance) <= 0.03
