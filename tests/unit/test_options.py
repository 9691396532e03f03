"""The option reader: a table of real reply shapes, and properties that hold for any text."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from counterpoint.judging.options import READER_VERSION, Reading, read_option

SPEED = ("6.24Mbps", "9.67Mbps", "14.23Mbps", "26.7Mbps", "Omit")
LAND = ("Laos", "Nepal", "South Korea", "Vietnam", "Omit")
SHARE = ("9%", "14%", "22%", "33%", "Omit")
PRICE = ("$1,427.98 - $2,876.32", "$1,067.30 - $3,281.64", "$2,129.62 - 2,481.64$", "$1,581.47 - $2,876.3", "Omit")
RATIO = ("1 to 1", "1 to 3", "1 to 5", "1 to 10", "Omit")
PLACE = ("Asia", "Southeast Asia", "Europe", "Omit")
TRUTH = ("True", "False", "Omit")
TREND = ("rising", "falling", "staying", "Omit")
LETTERS = ("A", "E", "C", "F", "Omit")
VITAMIN = ("Vitamin A", "Vitamin C", "Vitamin D", "Vitamin K", "Omit")
COUNT = ("2 countries", "7 countries", "10 countries", "13 countries", "Omit")
AGE = ("0 - 4", "20 - 24", "50 - 54", "Above 100", "Omit")

# (reply, options, verdict and position, rule); a position is written as its letter, "-" is unresolved.
REPLIES = [
    # a letter and nothing else
    ("(b)", LAND, "b", "letter"),
    ("b", LAND, "b", "letter"),
    ("B", LAND, "b", "letter"),
    ("B.", LAND, "b", "letter"),
    ("(B)", LAND, "b", "letter"),
    ("b)", LAND, "b", "letter"),
    ("[c]", LAND, "c", "letter"),
    ("  (d)  \n\n", LAND, "d", "letter"),
    ("**C**", LAND, "c", "letter"),
    ("**(c)**.", LAND, "c", "letter"),
    ("`d`", LAND, "d", "letter"),
    ("$B$", LAND, "b", "letter"),
    ('"b"', LAND, "b", "letter"),
    ("'b'", LAND, "b", "letter"),
    ("“b”", LAND, "b", "letter"),
    ("a", LAND, "a", "letter"),
    ("A", LAND, "a", "letter"),
    ("(e)", LAND, "omit", "letter"),
    ("E", LAND, "omit", "letter"),
    ("\\text{(b)}", LAND, "b", "letter"),
    ("\\(B\\)", LAND, "b", "letter"),
    ("<b>", LAND, "b", "letter"),
    ("<strong>C</strong>", LAND, "c", "letter"),
    ("（Ｂ）", LAND, "b", "letter"),
    ("Ｂ", LAND, "b", "letter"),
    ("Ⓑ", LAND, "b", "letter"),
    ("⒝", LAND, "b", "letter"),
    ("🅱️", LAND, "b", "letter"),
    ("𝐁", LAND, "b", "letter"),
    ("В", LAND, "b", "letter"),  # Cyrillic
    ("(С)", LAND, "c", "letter"),  # Cyrillic
    ("Β", LAND, "b", "letter"),  # Greek
    ("\u200b(\u2060b\ufeff)\u200d", LAND, "b", "letter"),
    ("✅ B", LAND, "b", "letter"),
    ("(c) 🎉", LAND, "c", "letter"),
    ("(f)", LAND, "-", "letter_out_of_range"),
    ("G", LAND, "-", "letter_out_of_range"),
    ("(d)", TRUTH, "-", "letter_out_of_range"),
    # a letter that is stated as the answer
    ("\\boxed{B}", LAND, "b", "stated_answer"),
    ("$\\boxed{\\text{(b)}}$", LAND, "b", "stated_answer"),
    ("Summing up:\n\\[ \\boxed{c} \\]", LAND, "c", "stated_answer"),
    ("The answer is B.", LAND, "b", "stated_answer"),
    ("the answer is (b)", LAND, "b", "stated_answer"),
    ("THE ANSWER IS B", LAND, "b", "stated_answer"),
    ("The correct answer is option C.", LAND, "c", "stated_answer"),
    ("The correct answer to this question is: **D**", LAND, "d", "stated_answer"),
    ("Answer: b", LAND, "b", "stated_answer"),
    ("**Answer:** (c)", LAND, "c", "stated_answer"),
    ("**Answer**\n\n(c)", LAND, "c", "stated_answer"),
    ("## Answer\nB", LAND, "b", "stated_answer"),
    ("Answer: (c) 22%", SHARE, "c", "stated_answer"),
    ("Answer: (c) 14%", SHARE, "-", "letter_text_conflict"),
    ("ANS: D", LAND, "d", "stated_answer"),
    ("Final answer: (a)", LAND, "a", "stated_answer"),
    ("My final answer is a.", LAND, "a", "stated_answer"),
    ("I would choose option a because its bar is tallest.", LAND, "a", "stated_answer"),
    ("definitely B, not A", LAND, "b", "stated_answer"),
    ("I think it is B.", LAND, "b", "stated_answer"),
    ("It's (d).", LAND, "d", "stated_answer"),
    ("I'd say b, since the bar is higher.", LAND, "b", "stated_answer"),
    ("My best guess is (d).", LAND, "d", "stated_answer"),
    ("I'll go with C.", LAND, "c", "stated_answer"),
    ("I select the option (b) here.", LAND, "b", "stated_answer"),
    ("Option (b) is correct.", LAND, "b", "stated_answer"),
    ("(b) Nepal is the correct answer; (a) Laos is lower.", LAND, "b", "stated_answer"),
    ("B is the right choice.", LAND, "b", "stated_answer"),
    ("The bars (a) and (c) are lower, which leaves (b).", LAND, "b", "stated_answer"),
    ("(a) and (d) are too low. Therefore, (b).", LAND, "b", "stated_answer"),
    ("Comparing (a), (b) and (d), the bar of Nepal is the tallest. So the answer is (b).", LAND, "b", "stated_answer"),
    ("Antwort: B", LAND, "b", "stated_answer"),
    ("Die richtige Antwort ist (c).", LAND, "c", "stated_answer"),
    ("答案是B", LAND, "b", "stated_answer"),
    ("答案：（Ｃ）", LAND, "c", "stated_answer"),
    ("选B。", LAND, "b", "stated_answer"),
    ("正解はBです", LAND, "b", "stated_answer"),
    ("정답은 B입니다", LAND, "b", "stated_answer"),
    ("La respuesta es (b)", LAND, "b", "stated_answer"),
    ("La respuesta correcta es b.", LAND, "b", "stated_answer"),
    ("La réponse est (d).", LAND, "d", "stated_answer"),
    ("A resposta é B.", LAND, "b", "stated_answer"),
    ("Ответ: В", LAND, "b", "stated_answer"),  # Cyrillic letter
    ('{"answer": "b"}', LAND, "b", "stated_answer"),
    ('```json\n{"answer": "b"}\n```', LAND, "b", "stated_answer"),
    ('{"reasoning": "(a) is low, (c) is lower", "answer": "(b)"}', LAND, "b", "stated_answer"),
    ('{"final_answer": "D", "confidence": 0.4}', LAND, "d", "stated_answer"),
    ('{"choice": "B"}', LAND, "b", "stated_answer"),
    ('{"answer": "South Korea"}', LAND, "c", "stated_answer"),
    ("<answer>c</answer>", LAND, "c", "stated_answer"),
    ("<think>\n(a)? no, (c).\n</think>\nThe answer is (b).", LAND, "b", "stated_answer"),
    (
        "- (a) 6.24Mbps: low\n- (b) 9.67Mbps: low\n- (c) 14.23Mbps: fits\n- (d) 26.7Mbps: too high\n\nAnswer: (c)",
        SPEED,
        "c",
        "stated_answer",
    ),
    (
        "Options:\na) Laos is at 16.\nb) Nepal is at 18.\nc) South Korea is at 7.\n\n**Answer: b) Nepal**",
        LAND,
        "b",
        "stated_answer",
    ),
    # the answer stated as a text
    ("The answer is South Korea.", LAND, "c", "stated_answer"),
    ("I choose Nepal (b).", LAND, "b", "stated_answer"),
    ("I choose Nepal (c).", LAND, "-", "letter_text_conflict"),
    ("The answer is approximately 14.23 Mbps.", SPEED, "c", "stated_answer"),
    ("Answer: 14", SHARE, "b", "stated_answer"),
    ("The answer is Vitamin D.", VITAMIN, "c", "stated_answer"),
    ("Answer: Southeast Asia", PLACE, "b", "stated_answer"),
    ("\\boxed{Nepal}", LAND, "b", "stated_answer"),
    ("\\boxed{14\\%}", SHARE, "b", "stated_answer"),
    ("The largest area is E2.", ("E2", "B6", "A5", "C2", "Omit"), "a", "only_text"),
    # later statements and corrections
    ("The answer is (b). Wait, I misread the axis. The answer is (c).", LAND, "c", "stated_answer"),
    ("I would choose (a). Actually, the answer is (c).", LAND, "c", "stated_answer"),
    ("Answer: (b). Actually, the correct answer is (c).", LAND, "c", "stated_answer"),
    ("The answer is (a). Final answer: (b)", LAND, "b", "stated_answer"),
    ("The answer is (b). Actually, (c).", LAND, "-", "competing_letters"),
    ("The answer is (b).\nThe answer is (c).", LAND, "-", "competing_letters"),
    ("If the answer is (a), the bar would be lower. The answer is (b).", LAND, "b", "stated_answer"),
    ("The answer is not (a) but (b).", LAND, "b", "only_letter"),
    ("The answer is (b). (a) is lower and (c) is lower still.", LAND, "b", "stated_answer"),
    ("The answer is (g).", LAND, "-", "letter_out_of_range"),
    # Omit
    ("Omit", LAND, "omit", "option_text"),
    ("omit.", LAND, "omit", "option_text"),
    ("**Omit**", LAND, "omit", "option_text"),
    ("OMIT", LAND, "omit", "option_text"),
    ("(e) Omit", LAND, "omit", "leading_letter"),
    ("I choose (e) Omit because uncertain", LAND, "omit", "stated_answer"),
    ("I would omit this", LAND, "omit", "stated_answer"),
    ("I'd rather omit this question.", LAND, "omit", "stated_answer"),
    ("I am omitting this one, the labels are too small.", LAND, "omit", "stated_answer"),
    ("It is best to omit.", LAND, "omit", "stated_answer"),
    ("I'm not sure, so I'll go with Omit", LAND, "omit", "stated_answer"),
    ("Omit is the best choice here", LAND, "omit", "stated_answer"),
    ("The picture is missing. Omit", LAND, "omit", "stated_answer"),
    ("(d) Omit", LAND, "-", "letter_text_conflict"),
    ("The chart seems to omit the year.", LAND, "-", "no_option_named"),
    ("I would not omit this one.", LAND, "-", "no_option_named"),
    ("The answer is (b), so I would not choose Omit.", LAND, "b", "stated_answer"),
    ("(c) Omit", TRUTH, "omit", "leading_letter"),
    # a letter that opens the reply
    ("(b) Nepal", LAND, "b", "leading_letter"),
    ("B. Nepal", LAND, "b", "leading_letter"),
    ("b) 14%", SHARE, "b", "leading_letter"),
    ("**B** - 14%", SHARE, "b", "leading_letter"),
    ("B: 14 percent", SHARE, "b", "leading_letter"),
    ("Option B", LAND, "b", "leading_letter"),
    ("option (c): South Korea", LAND, "c", "leading_letter"),
    ("A, because the bar of Laos is the tallest.", LAND, "a", "leading_letter"),
    ("A. The bar of Laos is the tallest.", LAND, "a", "leading_letter"),
    ("(b) because it is tallest", LAND, "b", "leading_letter"),
    ("(b)\n\nThe bar of Nepal is the tallest; (a) and (d) are lower.", LAND, "b", "leading_letter"),
    ("B. falling", TREND, "b", "leading_letter"),
    ("B rather than A", LAND, "b", "leading_letter"),
    ("(a) True", TRUTH, "a", "leading_letter"),
    ("(b) South Korea", LAND, "-", "letter_text_conflict"),
    ("B. South Korea", LAND, "-", "letter_text_conflict"),
    ("(a) False", TRUTH, "-", "letter_text_conflict"),
    # a letter that ends the reply
    ("The bar of Nepal is the tallest.\n\n(b)", LAND, "b", "closing_letter"),
    ("Between (a), (b) and (d), Nepal has the tallest bar.\n\n**(b)**", LAND, "b", "closing_letter"),
    ("I compared (a) with (c). The tallest bar is that of Nepal. B.", LAND, "b", "closing_letter"),
    ("reasoning that the template opened </think>\n\n(c)", LAND, "c", "letter"),
    ("Values: Laos 16.5, Nepal 18.4, Vietnam 13.3.\n3. Nepal is highest.\n4. **(b)**", LAND, "b", "closing_letter"),
    # the only letter in prose
    ("Looking at the bars, this has to be the bar of option (b) in the chart.", LAND, "b", "only_letter"),
    ("It is not (a), and I see (b) marked.", LAND, "b", "only_letter"),
    ("(b)?", LAND, "b", "leading_letter"),
    # the option's text
    ("South Korea", LAND, "c", "option_text"),
    ("south korea.", LAND, "c", "option_text"),
    ("6.24 Mbps", SPEED, "a", "option_text"),
    ("6.24Mbps", SPEED, "a", "option_text"),
    ("14", SHARE, "b", "option_text"),
    ("14 percent", SHARE, "b", "option_text"),
    ("True", TRUTH, "a", "option_text"),
    ("FALSE", TRUTH, "b", "option_text"),
    ("$1,427.98 - $2,876.32", PRICE, "a", "option_text"),
    ("\\$1,581.47–\\$2,876.3", PRICE, "d", "option_text"),
    ("2129.62 to 2481.64", PRICE, "c", "option_text"),
    ("1 to 1", RATIO, "a", "option_text"),
    ("1 to 10", RATIO, "d", "option_text"),
    ("Asia", PLACE, "a", "option_text"),
    ("Southeast Asia", PLACE, "b", "option_text"),
    ("13", COUNT, "d", "option_text"),
    ("Vitamin D", VITAMIN, "c", "option_text"),
    ("20-24", AGE, "b", "option_text"),
    ("F", LETTERS, "d", "letter"),
    ("The statement is false.", TRUTH, "b", "only_text"),
    ("Nepal has the tallest bar.", LAND, "b", "only_text"),
    ("The ratio was 1 to 10 in that year.", RATIO, "d", "only_text"),
    ("Southeast Asia has the most.", PLACE, "b", "only_text"),
    ("Laos is at 16 and Nepal at 18. So Nepal is the fastest.", LAND, "b", "concluding_text"),
    # bare capitals that are texts themselves: the chart's names are letters
    ("(c)", LETTERS, "c", "letter"),
    ("b", LETTERS, "b", "letter"),
    ("C", LETTERS, "c", "letter"),
    ("E", LETTERS, "-", "letter_is_option_text"),  # (b) reads E, but (e) is Omit
    ("The answer is E.", LETTERS, "-", "letter_is_option_text"),
    ("(b) E", LETTERS, "b", "leading_letter"),
    ("The answer is (b) E", LETTERS, "b", "stated_answer"),
    ("(b) F", LETTERS, "-", "letter_text_conflict"),
    ("B", LETTERS, "b", "letter"),  # no option reads B
    ("The value of A at F is low and the answer is (c).", LETTERS, "c", "stated_answer"),
    ("The largest is F, option (d).", LETTERS, "d", "only_letter"),
    ('The lowest is at "D". Answer: "D"', LETTERS, "d", "stated_answer"),  # no option reads D
    # letters that are none
    ("vitamin d", LAND, "-", "no_option_named"),
    ("type A", LAND, "-", "no_option_named"),
    ("A chart of bars", LAND, "-", "no_option_named"),
    ("There is a bar and a line.", LAND, "-", "no_option_named"),
    ("The answer is a mystery to me.", LAND, "-", "no_option_named"),
    ("Hepatitis B and D-day and 5 B and °C", LAND, "-", "no_option_named"),
    ("I cannot see B.C. dates.", LAND, "-", "refusal_text"),
    ("E. coli grows", LAND, "-", "no_option_named"),
    ("Über die A8", LAND, "-", "no_option_named"),
    ("В этом графике", LAND, "-", "no_option_named"),
    # denials and competitors
    ("not (a)", LAND, "-", "only_denials"),
    ("It is not B", LAND, "-", "no_option_named"),
    ("It isn't (b).", LAND, "-", "only_denials"),
    ("neither", LAND, "-", "no_option_named"),
    ("Neither (a) nor (b).", LAND, "-", "only_denials"),
    ("None of the above.", LAND, "-", "no_option_named"),
    ("(b) is wrong.", LAND, "-", "only_denials"),
    ("The answer is not Nepal.", LAND, "-", "only_denials"),
    ("It is not true.", TRUTH, "-", "only_denials"),
    ("A or B", LAND, "-", "competing_letters"),
    ("(a) or (b)", LAND, "-", "competing_letters"),
    ("A/B", LAND, "-", "competing_letters"),
    ("The answer is (a) or (b).", LAND, "-", "competing_letters"),
    ("The answer is either A or B.", LAND, "-", "competing_letters"),
    ("(a), (b), (c)", LAND, "-", "competing_letters"),
    ("(a) is high. (b) is higher.", LAND, "-", "competing_letters"),
    ("(a) Laos\n(b) Nepal\n(c) South Korea\n(d) Vietnam\n(e) Omit", LAND, "-", "competing_letters"),
    ("(b) or Omit", LAND, "-", "letter_text_conflict"),
    ("Nepal or Laos", LAND, "-", "competing_texts"),
    ("Laos is slower than Nepal.", LAND, "-", "competing_texts"),
    ("(a) is 5, so (a) is lower than (b).", LAND, "-", "competing_letters"),
    ("(a) Laos is too low while Nepal is the best.", LAND, "b", "only_text"),
    ("(a) Laos is too low.", LAND, "-", "only_denials"),
    ("(b) Nepal has the tallest bar of all.", LAND, "b", "leading_letter"),
    ("(a) Laos is lower than Nepal.", LAND, "-", "letter_text_conflict"),
    ("A. Omit", LAND, "-", "letter_text_conflict"),
    ("final answer: (a). so (b). actually, so (b).", LAND, "b", "stated_answer"),
    ("I see (a) for Laos. Nepal is the fastest.", LAND, "-", "letter_text_conflict"),
    ("I don't think (b) is right", LAND, "-", "only_denials"),
    ("I would not go with (b).", LAND, "-", "only_denials"),
    ("I can't choose between (a) and (b).", LAND, "-", "only_denials"),
    ("The wrong answer is (b).", LAND, "-", "only_denials"),
    ("Answer: C. 14%", SHARE, "-", "letter_text_conflict"),
    ("(b) 22", SHARE, "-", "letter_text_conflict"),
    ("omit (d)", LAND, "-", "letter_text_conflict"),
    ('{"answer": null}', LAND, "-", "no_option_named"),
    ('{"answer": ["a", "b"]}', LAND, "-", "competing_letters"),
    ("Answer: (b)\n\nQuestion: which?\nAnswer: (c)", LAND, "-", "competing_letters"),
    ("rising, then falling", TREND, "-", "competing_texts"),
    # nothing to read
    ("", LAND, "-", "empty"),
    ("  \n\t ", LAND, "-", "empty"),
    ("\u200b\ufeff", LAND, "-", "empty"),
    ("****", LAND, "-", "empty"),
    ("<think></think>", LAND, "-", "empty"),
    ("<think>\nThe answer is (b).\n</think>\n", LAND, "-", "empty"),
    ("<think>The answer is (b).", LAND, "-", "unclosed_thinking"),
    ("<thinking>a</thinking>(b)", LAND, "b", "letter"),
    ("I'm sorry, but I can't assist with that.", LAND, "-", "refusal_text"),
    ("As an AI model I am unable to view images.", LAND, "-", "refusal_text"),
    ("I don't know.", LAND, "-", "uncertain_text"),
    ("The requested resource moved.", LAND, "-", "no_option_named"),
]


@pytest.mark.parametrize(("reply", "options", "expected", "rule"), REPLIES)
def test_reply_shape(reply, options, expected, rule):
    omit = len(options) - 1
    if expected == "-":
        wanted = Reading("unresolved", None, rule)
    elif expected == "omit":
        wanted = Reading("omit", omit, rule)
    else:
        wanted = Reading("option", ord(expected) - ord("a"), rule)
    assert read_option(reply, options, omit) == wanted


def test_version_names_the_reader():
    assert READER_VERSION == "options/1"


PHRASINGS = (
    "({x})",
    "{x}",
    "{X}.",
    "**{X}**",
    "**({x})**",
    "${X}$",
    "\\boxed{{{X}}}",
    "The answer is {X}.",
    "The answer is ({x}).",
    "Answer: ({x})",
    "Final answer: {X}",
    "I would choose ({x}).",
    "Therefore, the correct option is ({x}).",
    '{{"answer": "{x}"}}',
    '```json\n{{"answer": "{X}"}}\n```',
    "<think>Is it (a) or (b)?</think>\n({x})",
    "<answer>{x}</answer>",
    "I compared the bars one by one and read their heights.\n\n({x})",
    "({x}), because the chart shows it.",
    "Antwort: {X}",
    "答案是（{X}）",
    "La respuesta es ({x}).",
    "  ({x})\n",
    "({x}) is the correct answer.",
)


@pytest.mark.parametrize("phrasing", PHRASINGS)
@pytest.mark.parametrize("options", [LAND, SPEED, SHARE, PRICE, RATIO, TRUTH, TREND, VITAMIN, COUNT, AGE])
def test_every_letter_is_read_in_every_phrasing(phrasing, options):
    for position in range(len(options)):
        x = "abcde"[position]
        reading = read_option(phrasing.format(x=x, X=x.upper()), options, len(options) - 1)
        assert reading.position == position, (phrasing, x, reading)


TEXT_PHRASINGS = (
    "{t}",
    "{t}.",
    "**{t}**",
    "The answer is {t}.",
    "Answer: {t}",
    '{{"answer": "{t}"}}',
    "\\boxed{{{t}}}",
)


@given(st.sampled_from([LAND, SPEED, SHARE, RATIO, PLACE, TRUTH, TREND, VITAMIN, COUNT, AGE]), st.data())
def test_a_text_is_read_wherever_its_option_stands(options, data):
    order = data.draw(st.permutations(options))
    chosen = data.draw(st.sampled_from(options))
    phrasing = data.draw(st.sampled_from(TEXT_PHRASINGS))
    reading = read_option(phrasing.format(t=chosen), order, order.index("Omit"))
    assert reading.position == order.index(chosen)
    assert reading.verdict == ("omit" if chosen == "Omit" else "option")


@given(st.sampled_from([LAND, SPEED, SHARE, PRICE, TRUTH, TREND, VITAMIN]), st.data())
def test_a_letter_beside_another_options_text_is_never_read(options, data):
    order = data.draw(st.permutations(options))
    i, j = data.draw(st.lists(st.integers(0, len(options) - 1), min_size=2, max_size=2, unique=True))
    phrasing = data.draw(
        st.sampled_from(["({x}) {t}", "({x}) {t}.", "The answer is ({x}) {t}.", "{X}. {t}", "**{X}** - {t}"])
    )
    reply = phrasing.format(x="abcde"[i], X="ABCDE"[i], t=order[j])
    assert read_option(reply, order, order.index("Omit")).rule == "letter_text_conflict"


@given(st.permutations(LETTERS), st.integers(0, 4))
def test_options_that_are_letters_are_read_by_label(order, position):
    omit = order.index("Omit")
    for phrasing in ("({x})", "{x}", "({x}) {t}", "The answer is ({x}).", "Answer: ({x}) {t}"):
        reply = phrasing.format(x="abcde"[position], t=order[position])
        assert read_option(reply, order, omit).position == position


# fmt: off
FRAGMENTS = st.sampled_from([
    "(a)", "(b)", "(e)", "(z)", "A", "B", "a", "b", ".", ",", ":", ";", "!", "?", "\n", "\n\n", "-", "*",
    "**", "$", "\\boxed{", "}", "{", "[", "]", '"', "'", "\\", "_", "<", ">", "<think>", "</think>",
    "<answer>", "</answer>", "the", "answer", "is", "answer:", "final", "not", "neither", "or", "and", "so",
    "therefore", "actually", "wait", "choose", "omit", "Omit", "Nepal", "Laos", "South", "Korea", "14%",
    "14", "1,000", "to", "if", "because", "correct", "wrong", "option", "\uff08", "\uff22", "\u24b7",
    "\u0412", "\u7b54\u6848", "\u662f", "\u200b", "\u0301", "\ud800", "\x00", "\U0001f171", " ",
])
# fmt: on


@settings(max_examples=150)
@given(
    st.one_of(st.text(), st.lists(FRAGMENTS, max_size=40).map(" ".join), st.lists(FRAGMENTS, max_size=20).map("".join))
)
@example("\ud800")
@example("(" * 50)
@example("İ" * 20 + "(b)")
def test_any_text_gives_one_lawful_reading(text):
    for options in (LAND, SHARE, LETTERS, TRUTH):
        omit = len(options) - 1
        reading = read_option(text, options, omit)
        assert reading == read_option(text, options, omit)
        assert reading.rule
        if reading.verdict == "unresolved":
            assert reading.position is None
        else:
            assert 0 <= reading.position < len(options)
            assert (reading.verdict == "omit") == (reading.position == omit)


@given(st.text(alphabet=st.characters(exclude_characters="()"), max_size=60))
def test_a_reply_without_any_letter_or_text_of_an_option_is_unresolved(text):
    options = ("zzqx one", "zzqx two", "zzqx three", "Omit")
    letters = set("abcdABCD")
    if letters & set("".join(c for c in text if c.isascii())) or not text.isascii():
        return
    assert read_option(text, options, 3).verdict == "unresolved"


def hostile(part: int) -> dict[str, str]:
    """Return replies of 200 kB, or of a part of that, on which careless patterns backtrack without bound."""
    return {
        "brackets": "(" * (200_000 // part),
        "labels": "(a) " * (50_000 // part),
        "pairs": "(a) or (b) " * (18_000 // part),
        "cues": "the answer is " * (14_000 // part),
        "weak cues": "final answer: (a). " + "so (b). " * (25_000 // part),
        "hypotheses": "if answer is " * (15_000 // part),
        "boxes": "\\boxed{" * (28_000 // part),
        "corrections": "answer: (b) " + "actually " * (22_000 // part),
        "denials": "not " * (50_000 // part) + "(a)",
        "omitting": "i would " * (25_000 // part) + "omit",
        "lines": "a\n" * (100_000 // part),
        "combining marks": "a" + "\u0301\u0323" * (100_000 // part),
        "thinking": "<think>" * (28_000 // part),
        "numbers": "14 " * (66_000 // part),
        "thousands": "1," * (100_000 // part),
        "texts": "Nepal " * (33_000 // part),
        "blanks": "x" + " \t" * (100_000 // part) + "x",
        "line ends": "a" + "\n" * (200_000 // part) + "b",
        "script": "答案是" * (66_000 // part),
    }


@pytest.mark.parametrize("part", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", hostile(1))
def test_a_hostile_reply_of_200_kb_or_a_part_of_that_is_read(name, part):
    # A pattern that backtracks without bound would run for hours here and meet the suite's time limit.
    assert read_option(hostile(part)[name], LAND, 4).rule
