"""A change in what a library module does reruns the stages that import it; a comment does not."""

import shutil

import pytest

from counterpoint import code_digest


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of the package that may be changed."""
    copy = tmp_path / "counterpoint"
    shutil.copytree(code_digest.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(code_digest, "PACKAGE", copy)
    script = tmp_path / "script.py"
    script.write_text("from counterpoint.models.query import query\n")

    def digest(text=None):
        code_digest._module.cache_clear()
        code_digest._remembered.clear()
        if text is not None:
            script.write_text(text)
        return code_digest.script_digest(script)

    yield copy, digest
    code_digest._module.cache_clear()
    code_digest._remembered.clear()


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_a_changed_module_changes_the_digest_also_when_imported_through_another(package):
    folder, digest = package
    before = digest()
    edit(folder / "models" / "requests.py", "BUCKETS = 256", "BUCKETS = 128")
    assert digest() != before


def test_comments_docstrings_and_layout_do_not_count(package):
    folder, digest = package
    before = digest()
    path = folder / "models" / "requests.py"
    text = path.read_text().replace("System text.", "The system text.", 1)  # an attribute's docstring
    path.write_text("# a comment\n" + text.replace("Return the request's bucket", "Give the bucket", 1) + "\n\n")
    assert digest() == before


def test_a_module_that_the_script_does_not_import_does_not_count(package):
    folder, digest = package
    before = digest()
    edit(folder / "orders.py", "divmod", "max")
    assert digest() == before


def test_an_import_inside_a_function_counts(package):
    folder, digest = package
    before = digest("def f():\n    from counterpoint import orders\n")
    edit(folder / "orders.py", "divmod", "max")
    assert digest() != before


@pytest.mark.parametrize(
    "text",
    [
        "if True:\n    pass\nelse:\n    {}\n",
        "try:\n    pass\nexcept ValueError:\n    {}\n",
        "try:\n    pass\nfinally:\n    {}\n",
        "match 1:\n    case 1:\n        {}\n",
        "class A:\n    def f(self):\n        with open('x'):\n            {}\n",
    ],
)
def test_an_import_inside_any_block_counts(package, text):
    folder, digest = package
    before = digest(text.format("from counterpoint import orders"))
    edit(folder / "orders.py", "divmod", "max")
    assert digest() != before


def recalled(file, script):
    """The script's digest as the next process finds it."""
    code_digest._module.cache_clear()
    code_digest._remembered.clear()
    code_digest.recall_digests(file)
    return code_digest.script_digest(script)


def test_digests_are_remembered_from_one_start_to_the_next(package, tmp_path, monkeypatch):
    folder, digest = package
    before, file = digest(), tmp_path / "digests.json"
    code_digest.remember_digests(file)
    with monkeypatch.context() as patch:
        # only the script itself is read again, which imports one module
        patch.setattr(code_digest.ast, "dump", None)
        assert recalled(file, tmp_path / "script.py") == before
    edit(folder / "models" / "requests.py", "BUCKETS = 256", "BUCKETS = 128")
    changed = recalled(file, tmp_path / "script.py")
    assert changed not in (before, None)
    assert changed == digest()


def test_a_module_that_appeared_since_is_seen_though_its_importer_is_remembered(package, tmp_path):
    folder, digest = package
    script, file = tmp_path / "script.py", tmp_path / "digests.json"
    (folder / "new.py").write_text("from counterpoint import newer\n")
    before = digest("from counterpoint import new\n")
    code_digest.remember_digests(file)
    (folder / "newer.py").write_text("VALUE = 1\n")
    assert recalled(file, script) != before


@pytest.mark.parametrize("written", ["", "{", "[]", '{"by": [], "modules": 3}', '{"by": null}', "\udcff"])
def test_digests_that_are_damaged_or_of_other_code_are_made_anew(package, tmp_path, written):
    _, digest = package
    before, file = digest(), tmp_path / "digests.json"
    file.write_bytes(written.encode(errors="surrogateescape"))
    assert recalled(file, tmp_path / "script.py") == before
    code_digest.remember_digests(file)
    text = file.read_text().replace(code_digest.sys.version.splitlines()[0], "another Python")
    file.write_text(text.replace(code_digest._module("counterpoint.models.query")[0], "0" * 64))
    assert recalled(file, tmp_path / "script.py") == before
