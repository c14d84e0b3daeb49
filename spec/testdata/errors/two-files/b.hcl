assay {} # ERROR 1-6: Duplicate block: Only one assay block may stand in a spec; the first is at testdata/errors/two-files/a.hcl:1.
variable "v" {} # ERROR 10-13: Duplicate name: There is already a variable "v" at testdata/errors/two-files/a.hcl:2. Rename or remove one of
locals { x = 2 } # ERROR 10-11: Duplicate name: There is already a local "x" at testdata/errors/two-files/a.hcl:3. Rename or remove one of
