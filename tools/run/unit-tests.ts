import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

interface TestGroup {
  include: string[]
  exclude: string[]
  isolate: boolean
}

/**
 * The tests of a folder in two groups. Most share a process, which loads the product's modules once instead of once per
 * file: half the work. Tests that replace a module run alone, because the others would see the replacement.
 * @param include patterns, from the folder. Left out are those that `npm test` skips, as nothing that they reach has
 *   changed.
 */
export function testGroups(folder: string, include: string[]): { together: TestGroup; alone: TestGroup } {
  const skipped = process.env.SKIPPED_TESTS?.split('\n') ?? []
  const exclude = ['**/node_modules/**', ...skipped.map((file) => relative(folder, file))]
  const files = globSync(include, { cwd: folder, exclude })
  const alone = files.filter((file) => readFileSync(join(folder, file), 'utf8').includes('vi.mock(')).toSorted()
  return {
    together: { include, exclude: [...exclude, ...alone], isolate: false },
    alone: { include: alone, exclude, isolate: true },
  }
}

/**
 * The longest tests, in the order in which they begin. Those that wait for a lease or an outage on the real clock alternate
 * with those that only calculate, so that the processors always have something to do.
 */
const longest = ['kill', 'storm', 'crash-table', 'standstill', 'simulate', 'rolling-restart']
const placeOf = (file: string): number => {
  const place = longest.findIndex((name) => file.endsWith(`/${name}.test.ts`))
  return place < 0 ? longest.length : place
}

/** Otherwise a long test that begins last would leave the other processors idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not that of an array
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one.moduleId) - placeOf(other.moduleId))
  }
}
