assay {}
assay {} # ERROR 1-6: Duplicate block: Only one assay block may stand in a spec; the first is at
experiment "e" {
  matrix { a = [1] }
  matrix { b = [1] } # ERROR 3-9: Duplicate block: Only one matrix block may stand in an experiment block; the first is at
  archive {}
  load "l" {
    mix = mix.m
    errors {}
    errors {} # ERROR 5-11: Duplicate block: Only one errors block may stand in a load block; the first is at
  }
  archive {} # ERROR 3-10: Duplicate block: Only one archive block may stand in an experiment block; the first is at
}
mix "m" {
  transaction "t" {
    query "q" {
      sql = "SELECT 1"
      expect { rows = 1 }
      expect { affected = 1 } # ERROR 7-13: Duplicate block: Only one expect block may stand in a query block; the first is at
    }
  }
}
