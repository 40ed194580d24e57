import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that live through a lease or an outage on the real clock: they wait more than they work. */
const waiting = /\/tools\/(chaos|crash)\//

/**
 * Starts the tests that wait first, so that the others can use the processors meanwhile. Otherwise Vitest's own order.
 */
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
