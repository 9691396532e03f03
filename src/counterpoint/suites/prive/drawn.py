"""Pairs of the four drawn domains: which originals and edits a run asks about, and their values in words."""

from collections.abc import Iterator
from pathlib import Path

from counterpoint.seeds import generator
from counterpoint.stimuli.objects import pairs as objects
from counterpoint.stimuli.objects.manifest import DRAWINGS, Manifest
from counterpoint.stimuli.objects.template import Template
from counterpoint.stimuli.objects.wording import OPTIONS, Answer, Wording
from counterpoint.stimuli.views.region import Region
from counterpoint.suites.prive.names import ORIGINAL, SUITE
from counterpoint.suites.prive.pairs import Pair, Value
from counterpoint.suites.prive.pictured import PicturedPair, marked_beside_each_other


def drawn_pairs(
    manifest: Manifest, folder: str | Path, originals: int, edits: int | None, seed: int
) -> Iterator[PicturedPair]:
    """Yield the pairs of `originals` originals of a domain, with `edits` edits of each at most (None: all).

    Templates are taken in an order drawn from the seed, each once before any a second time; another template, or
    another edit, changes none of the other draws' places among themselves. `folder` is that of the manifests.
    """
    domain, drawings = manifest.domain, Path(folder, DRAWINGS)
    names = sorted(manifest.templates, key=lambda name: generator(seed, SUITE, "template", domain, name).random())
    for place in range(originals):
        name, number = names[place % len(names)], place // len(names)
        template = manifest.templates[name]
        every = [(attribute, value) for attribute, spec in template.attributes.items() for value in spec.edits]
        drawn = sorted(every, key=lambda edit: generator(seed, SUITE, "edit", domain, name, number, *edit).random())
        made = objects.pairs_of(domain, name, template, seed, number, drawings, drawn[:edits])
        yield from marked_beside_each_other([_pictured(pair, template) for pair in made])


def _pictured(pair: objects.Pair, template: Template) -> PicturedPair:
    region = Region(pair.evidence, pair.mask)
    return PicturedPair(_pair(pair, template), pair.original, pair.edited, region, shared=True)


def _pair(pair: objects.Pair, template: Template) -> Pair:
    wording = pair.wording
    answers = {answer.value: answer for answer in wording.answers}
    shown = (pair.original_value, pair.edited_value)
    others = [answer for value, answer in answers.items() if value not in shown]
    original, edited, *distractors = (
        _value(answer, wording) for answer in [*(answers[value] for value in shown), *others]
    )
    return Pair(
        pair_id=pair.pair_id,
        domain=pair.domain,
        original_id=pair.original_id,
        edit=str(pair.edit),
        subject=f"the {template.called or pair.template.replace('_', ' ')}",
        attribute=wording.noun,
        alike=wording.alike,
        asks=wording.question,
        asks_choice=wording.choice,
        original=original,
        counterfactual=edited,
        distractors=tuple(distractors[: OPTIONS - 2]),
        prior=ORIGINAL,
        source=pair.source,
        licence=pair.licence,
        made="generated",
    )


def _value(answer: Answer, wording: Wording) -> Value:
    """Return an answer of the template as a value; only one that a picture shows has a yes-or-no question."""
    asks = states = None
    if answer.phrase is not None:
        asks, states = (text.format(value=answer.phrase) for text in (wording.yes_no, wording.statement))
    number = float(answer.value) if wording.numeric else None
    return Value(answer.reply, answer.option, asks, states, answer.also, number)
