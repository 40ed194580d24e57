import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { Plan } from './plan.ts'

const folder = fileURLToPath(new URL('kept', import.meta.url))

/** A plan that once broke a promise, kept so that it never does again. */
const KeptPlan = z.object({
  broke: z.string(),
  plan: Plan,
})
type KeptPlan = z.infer<typeof KeptPlan>

/** For `kept-plans.test.ts`. @returns the file */
export async function keepPlan(kept: KeptPlan): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `seed-${kept.plan.seed}.json`)
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`)
  return file
}

export async function readKeptPlans(): Promise<Map<string, KeptPlan>> {
  const kept = new Map<string, KeptPlan>()
  for (const name of (await readdir(folder)).toSorted()) {
    kept.set(name, KeptPlan.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))))
  }
  return kept
}
