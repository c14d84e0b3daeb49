// Prints the figures of an archived run as JSON: count and percentiles of the
// times of each transaction and statement, keyed as in figures_test.go.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const dir = process.argv[2]
const asked = [0n, 500n, 900n, 990n, 999n, 1000n] // per mille

async function read(path, columns) {
  const file = await asyncBufferFromFile(path)
  return parquetReadObjects({ file, columns, compressors })
}

// files yields the parts of a table with their place, which is in the path.
function* files(table) {
  for (const path of readdirSync(join(dir, table), { recursive: true })) {
    const place = path.match(/^cell=(\d+)\/repeat=(\d+)\/part-\d+\.parquet$/)
    if (place && statSync(join(dir, table, path)).isFile()) {
      yield { path: join(dir, table, path), cell: Number(place[1]), repeat: Number(place[2]) }
    }
  }
}

const factors = {}
for (const row of await read(join(dir, 'cells.parquet'))) {
  factors[row.cell] = Object.keys(row).filter(name => name.startsWith('factor_')).sort()
    .map(name => `${name.slice('factor_'.length)}=${row[name]}`).join(' ')
}

const times = new Map()
function take(place, row, statement, ns) {
  const key = `cell ${place.cell} (${factors[place.cell]}) repeat ${place.repeat}: ${row.load} ${row.transaction}.${statement}`
  if (!times.has(key)) times.set(key, [])
  times.get(key).push(ns)
}

for (const place of files('events')) {
  for (const row of await read(place.path, ['load', 'phase', 'transaction', 'wait_ns', 'service_ns', 'outcome'])) {
    if (row.phase === 'measure' && row.outcome === 'ok') take(place, row, '', row.wait_ns + row.service_ns)
  }
}
for (const place of files('statements')) {
  for (const row of await read(place.path, ['load', 'phase', 'transaction', 'statement', 'service_ns', 'kind', 'error_code'])) {
    if (row.phase === 'measure' && row.error_code === 0 && row.kind !== 'connect') take(place, row, row.statement, row.service_ns)
  }
}

// A percentile is the nearest rank, ⌈p·n⌉ and at least 1.
function rank(perMille, n) {
  const exact = (perMille * BigInt(n) + 999n) / 1000n
  return exact < 1n ? 1n : exact
}

const figures = {}
for (const [key, list] of times) {
  list.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  figures[key] = [list.length, ...asked.map(p => Number(list[Number(rank(p, list.length)) - 1]))]
}
console.log(JSON.stringify(figures))
