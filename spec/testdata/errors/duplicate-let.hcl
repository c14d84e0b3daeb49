mix "m" {
  transaction "t" {
    let { lo = 1 }
    query "q" {
      let { lo = 2 } # another block: fine
      sql = "SELECT 1"
    }
    let {
      hi = 3
      lo = 4 # ERROR 7-9: Duplicate name: There is already a let "lo" at testdata/errors/duplicate-let.hcl:3. Rename or remove one of
    }
  }
}
