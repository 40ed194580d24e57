import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

interface TestGroup {
  include: string[]
  exclude: string[]
  isolate: boolean
}

/**
 * The tests of a folder in two groups. Most share a process, which loads the product's modules once instead of once per
 * file: half the work. Tests that replace a module run alone, because the others would see the replacement.
 * @param include patterns, from the folder
 */
export function testGroups(folder: string, include: string[]): { together: TestGroup; alone: TestGroup } {
  const exclude = ['**/node_modules/**']
  const files = globSync(include, { cwd: folder, exclude })
  const alone = files.filter((file) => readFileSync(join(folder, file), 'utf8').includes('vi.mock(')).toSorted()
  return {
    together: { include, exclude: [...exclude, ...alone], isolate: false },
    alone: { include: alone, exclude, isolate: true },
  }
}

/** Tests that wait for a lease or an outage on the real clock; they wait more than they work. */
const waiting = /\/tools\/failures\/(kill|rolling-restart|standstill|storm)/

/** The tests that wait come first, so that the others can use the processors meanwhile. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not that of an array
    const sorted = await super.sort(files)
    const { first = [], later = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      waiting.test(moduleId) ? 'first' : 'later',
    )
    return [...first, ...later]
  }
}
