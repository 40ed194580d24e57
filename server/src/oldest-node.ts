import { readFileSync } from 'node:fs'

/**
 * Ends the process with one clear line when Node is older than `engines` in package.json asks for. Imported before
 * everything else, which an older Node may not understand.
 */
const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const oldest = Number(/"node": ">=(\d+)"/.exec(manifest)?.[1])
if (Number.parseInt(process.versions.node) < oldest) {
  process.stderr.write(`Node ${oldest} or newer is needed. ${process.execPath} is ${process.version}.\n`)
  process.exit(1)
}
