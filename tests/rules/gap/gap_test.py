"""Our groups against GAP's. COSET_BIN is the program; `gap` with the package smallgrp is needed.

Every named group and every product of two of them, up to order 60: the facts agree, and the
permutation group made from our multiplication table is isomorphic to the group that GAP builds by
its own means. Then the other way: the tables of all groups of order up to 16, shuffled so that the
identity stands anywhere, are read by us.
"""

import json
import math
import os
import random
import subprocess
import tempfile
import unittest

COSET = os.environ["COSET_BIN"]
MOST = 60
MOST_TABLE = 16

GAP_HEAD = """
LoadPackage("smallgrp");;
SetPrintFormattingStatus("*stdout*", false);;
known := NewDictionary([1, 1], true);;
# Asked about subgroups of A5 and S5, GAP looks into this library, and may be told it is not there.
if TestPackageAvailability("transgrp") = true then
  LoadPackage("transgrp");
else
  InstallGlobalFunction(TransitiveGroupsAvailable, degree -> false);
fi;
facts := function(group)
  local id;
  id := IdGroup(group);
  if not KnowsDictionary(known, id) then
    AddDictionary(known, id, rec(
      orders := Collected(List(Elements(group), Order)),
      exponent := Exponent(group), centre := Size(Centre(group)),
      derived := Size(DerivedSubgroup(group)), classes := NrConjugacyClasses(group),
      subgroups := Sum(ConjugacyClassesSubgroups(group), Size)));
  fi;
  return LookupDictionary(known, id);
end;;
show := function(spec, group, ours)
  local f;
  f := facts(group);
  Print("{\\"spec\\": \\"", spec, "\\", \\"id\\": ", IdGroup(group), ", \\"ours\\": ", ours,
        ", \\"order\\": ", Size(group), ", \\"exponent\\": ", f.exponent,
        ", \\"element_orders\\": ", f.orders, ", \\"centre\\": ", f.centre, ", \\"derived\\": ",
        f.derived, ", \\"classes\\": ", f.classes, ", \\"subgroups\\": ", f.subgroups, "}\\n");
end;;
# Zm:Zn as the permutations x -> x+1 and x -> rx of 0..m-1.
affine := function(m, r)
  return Group(PermList(List([0..m-1], x -> (x + 1) mod m + 1)),
               PermList(List([0..m-1], x -> (x * r) mod m + 1)));
end;;
"""

GAP_TABLES = """
for n in [1..{most}] do
  for i in [1..NumberSmallGroups(n)] do
    group := SmallGroup(n, i);
    show(Concatenation("table:", JoinStringsWithSeparator(List(MultiplicationTable(group),
           row -> JoinStringsWithSeparator(List(row - 1, String), ",")), "/")), group, [n, i]);
  od;
od;
"""


def least_unit(m, n):
    """The least r whose powers modulo m first return to 1 at r^n; None if there is none."""
    for r in range(2, m):
        if math.gcd(r, m) == 1 and next(k for k in range(1, m) if pow(r, k, m) == 1) == n:
            return r
    return None


def atoms():
    """(spec, order, GAP's expression) of every named group."""
    for n in range(1, MOST + 1):
        yield f"Z{n}", n, f"CyclicGroup({n})"
    for n in range(1, MOST // 2 + 1):
        yield f"D{n}", 2 * n, f"DihedralGroup({2 * n})"
    for n in range(2, MOST // 4 + 1):
        yield f"Dic{n}", 4 * n, f"DicyclicGroup({4 * n})"
    for n in range(1, 5):
        yield f"S{n}", math.factorial(n), f"SymmetricGroup({n})"
    for n in range(1, 6):
        yield f"A{n}", max(1, math.factorial(n) // 2), f"AlternatingGroup({n})"
    yield "Q8", 8, "QuaternionGroup(8)"


def twisted():
    for m in range(3, MOST):
        for n in range(2, MOST // m + 1):
            r = least_unit(m, n)
            if r:
                yield f"Z{m}:Z{n}", m * n, f"affine({m}, {r})"


def named_groups():
    """{spec: GAP's expression}"""
    single = list(atoms())
    groups = {spec: gap for spec, _, gap in single}
    groups["S5"] = "SymmetricGroup(5)"
    groups.update((spec, gap) for spec, _, gap in twisted())
    for factors in ([2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2, 2], [3, 3, 3], [2, 2, 3, 4], [4, 3, 4]):
        power = len(set(factors)) == 1
        spec = f"Z{factors[0]}^{len(factors)}" if power else "x".join(f"Z{n}" for n in factors)
        groups[spec] = f"AbelianGroup({factors})"
    for i, (left, left_order, left_gap) in enumerate(single):
        for right, right_order, right_gap in single[i:]:
            if min(left_order, right_order) > 1 and left_order * right_order <= MOST:
                spec = f"{left}^2" if left == right else f"{left}x{right}"
                groups[spec] = f"DirectProduct({left_gap}, {right_gap})"
    return groups


def ask_coset(specs):
    run = subprocess.run([COSET, "group", "--json", "--table", "--from", "-"],
                         input="\n".join(specs).encode(), stdout=subprocess.PIPE, check=True, timeout=300)
    return [json.loads(line) for line in run.stdout.splitlines()]


def ask_gap(script):
    with tempfile.NamedTemporaryFile("w", suffix=".g") as file:
        file.write(script)
        file.flush()
        run = subprocess.run(["gap", "-q", "-A", file.name], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, timeout=600)
    lines = run.stdout.decode().split("\n")
    strange = [line for line in lines if line and not line.startswith("{")]
    if strange:
        raise AssertionError("GAP said:\n" + "\n".join(strange[:20]))
    return [json.loads(line) for line in lines if line]


def as_permutations(ours):
    """The group of all x -> x*g, in GAP's words, from our table and our generators."""
    place = {name: number for number, name in enumerate(ours["elements"], 1)}
    columns = [[place[row[place[name] - 1]] for row in ours["table"]] for name in ours["generators"]]
    return "Group([" + ",".join(f"PermList({column})" for column in columns) + "],())"


def shuffled(spec, rng):
    """The same table with its elements in another order."""
    rows = [row.split(",") for row in spec.removeprefix("table:").split("/")]
    order = list(range(len(rows)))
    rng.shuffle(order)
    place = {str(old): str(new) for new, old in enumerate(order)}
    return "table:" + "/".join(",".join(place[rows[a][b]] for b in order) for a in order)


class AgainstGap(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.groups = named_groups()
        cls.ours = ask_coset(cls.groups)
        script = [GAP_HEAD]
        for (spec, gap), ours in zip(cls.groups.items(), cls.ours):
            script.append(f'show("{spec}", {gap}, IdGroup({as_permutations(ours)}));\n')
        script.append(GAP_TABLES.format(most=MOST_TABLE))
        answers = ask_gap("".join(script))
        cls.theirs = answers[:len(cls.groups)]
        cls.tables = answers[len(cls.groups):]

    def compare(self, ours, theirs):
        self.assertEqual(ours["order"], theirs["order"])
        self.assertEqual(ours["exponent"], theirs["exponent"])
        self.assertEqual([[int(order), count] for order, count in ours["element_orders"].items()],
                         theirs["element_orders"])
        self.assertEqual(ours["abelian"], theirs["derived"] == 1)
        for part in ("centre", "derived"):
            self.assertEqual(ours[part]["order"], theirs[part])
            self.assertEqual(len(ours[part]["elements"]), theirs[part])
        self.assertEqual(ours["classes"], theirs["classes"])
        self.assertEqual(ours["subgroups"], theirs["subgroups"])

    def test_named_groups_and_products_of_two(self):
        self.assertGreater(len(self.groups), 400)
        for spec, ours, theirs in zip(self.groups, self.ours, self.theirs):
            with self.subTest(spec):
                self.assertEqual(theirs["spec"], spec)
                self.assertEqual(ours["group"], spec)
                self.compare(ours, theirs)
                self.assertEqual(theirs["ours"], theirs["id"], "not isomorphic to GAP's group")
        kinds = {tuple(answer["id"]) for answer in self.theirs}
        print(f"\nCompared {len(self.groups)} named groups of {len(kinds)} isomorphism types.")

    def test_thirteen_by_four(self):
        """Z13:Z4 turns by 5: faithful, so without a centre. Turning by 12 would be Dic13."""
        place = list(self.groups).index("Z13:Z4")
        self.assertEqual(self.groups["Z13:Z4"], "affine(13, 5)")
        self.assertEqual(self.theirs[place]["ours"], [52, 3])
        self.assertEqual(self.ours[place]["centre"]["order"], 1)
        self.assertEqual(self.ours[place]["element_orders"], {"1": 1, "2": 13, "4": 26, "13": 12})

    def test_tables_of_all_small_groups(self):
        self.assertEqual(len(self.tables), 42)
        rng = random.Random(1)
        specs = [shuffled(answer["spec"], rng) for answer in self.tables]
        self.assertNotEqual(specs, [answer["spec"] for answer in self.tables])
        for spec, ours, theirs in zip(specs, ask_coset(specs), self.tables):
            with self.subTest(spec):
                self.compare(ours, theirs)
        print(f"\nCompared {len(specs)} tables of GAP's.")


if __name__ == "__main__":
    unittest.main()
