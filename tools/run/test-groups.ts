import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Which files of tests a project of Vitest runs. */
interface TestGroup {
  include: string[]
  exclude: string[]
  /** Whether each file gets a process of its own. */
  isolate: boolean
}

/**
 * The tests of a folder in two groups. Most share a process, which loads the product's modules once and not for each
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
