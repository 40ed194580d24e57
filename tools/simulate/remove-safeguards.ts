import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { WrongWords, readWords } from '../run/read-words.ts'
import { WholeNumber } from '../run/whole-number.ts'
import { type Safeguard, safeguards } from './safeguards.ts'

/**
 * `npm run simulate -- --without-safeguards [--seeds N] [--only NAME]`: takes the safeguards of the payment engine away
 * in a copy, one at a time, and lets the simulation find the harm; `--only` picks those whose name starts so. Ends with
 * 1 when one can be taken away unnoticed.
 */

const usage = `npm run simulate -- --without-safeguards [--seeds N] [--only NAME]
  Takes the safeguards of the payment engine away in a copy, one at a time, and lets N simulated worlds (20000 when
  not said) find the harm.
  --only  those whose name starts so`

const Words = z.object({ seeds: WholeNumber.default(20_000), only: z.string().default('') })

const root = fileURLToPath(new URL('../..', import.meta.url))
const words = readWords(usage, () => {
  const text = { type: 'string' } as const
  const options = { 'without-safeguards': { type: 'boolean' }, seeds: text, only: text } as const
  const { seeds, only } = Words.parse(parseArgs({ options }).values)
  const chosen = safeguards.filter(({ name }) => name.startsWith(only))
  if (chosen.length === 0) throw new WrongWords(`No safeguard's name starts with '${only}'`)
  return { seeds, chosen }
})
const folder = words ? await mkdtemp(join(tmpdir(), 'portal-safeguards-')) : ''
try {
  if (words) await removeEach(words)
} finally {
  if (folder) await rm(folder, { recursive: true, force: true })
}

async function removeEach({ seeds, chosen }: { seeds: number; chosen: readonly Safeguard[] }): Promise<void> {
  await copyWorkspaces()
  let unnoticed = 0
  for (const safeguard of chosen) {
    const found = await simulateWithout(safeguard, seeds)
    if (!found) unnoticed++
    console.log(`${found ? 'noticed  ' : 'UNNOTICED'}  ${safeguard.name}${found ? `\n           ${found}` : ''}`)
  }
  process.exitCode = unnoticed > 0 ? 1 : 0
}

async function copyWorkspaces(): Promise<void> {
  for (const part of ['contract', 'server', 'tools']) {
    const isSource = (path: string): boolean => !path.includes('node_modules')
    await cp(join(root, part), join(folder, part), { recursive: true, filter: isSource })
    const own = join(root, part, 'node_modules')
    await symlink(own, join(folder, part, 'node_modules')).catch(() => undefined)
  }
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@portal'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@portal') await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  for (const part of ['contract', 'server', 'tools']) {
    await symlink(join(folder, part), join(modules, '@portal', part))
  }
}

/** What the simulation found, or null when it found nothing. */
async function simulateWithout({ name, edits }: Safeguard, seeds: number): Promise<string | null> {
  const originals = new Map<string, string>()
  try {
    for (const { file, find, replace } of edits) {
      const path = join(folder, file)
      const text = await readFile(path, 'utf8')
      if (!text.includes(find)) throw new Error(`"${name}" is not where it was: ${file} has no ${find}`)
      if (!originals.has(path)) originals.set(path, text)
      await writeFile(path, text.replace(find, replace))
    }
    return await firstBrokenPromise(seeds)
  } finally {
    for (const [path, text] of originals) await writeFile(path, text)
  }
}

async function firstBrokenPromise(seeds: number): Promise<string | null> {
  const script = join(folder, 'tools', 'simulate', 'main.ts')
  const parameters = [script, '--seeds', String(seeds), '--stop']
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, parameters, { cwd: dirname(script), maxBuffer: 1e8 }, (_error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`),
    )
  })
  return /BROKEN by seed .*/.exec(output)?.[0] ?? (output.includes('Every promise was kept') ? null : output.trim())
}
