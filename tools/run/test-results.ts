import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** What came of a step of `npm test`. */
export interface Results {
  passed: number
  /** Each failed test: its file, its name and the first line of why it failed. */
  failures: readonly string[]
  /** In which everything passed, named from the root. */
  passedFiles?: readonly string[]
}

const VitestResults = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z
            .array(z.string())
            .nullish()
            .transform((messages) => messages ?? []),
        }),
      ),
    }),
  ),
})

/** Reads what the JSON reporter of Vitest has written; files are named as seen from `root`. */
export async function readVitest(file: string, root: string): Promise<Results> {
  const results = VitestResults.parse(JSON.parse(await readFile(file, 'utf8')))
  const failures = results.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that cannot be loaded has failed without a failed test.
    if (failed.length === 0) return status === 'failed' ? [describeFailure(relative(root, name), message)] : []
    return failed.map((test) =>
      describeFailure(`${relative(root, name)} › ${test.fullName}`, test.failureMessages[0] ?? ''),
    )
  })
  const passedFiles = results.testResults.filter(({ status }) => status === 'passed')
  return { passed: results.numPassedTests, failures, passedFiles: passedFiles.map(({ name }) => relative(root, name)) }
}

const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ results: z.array(z.object({ errors: z.array(z.object({ message: z.string() })) })) })),
})

const PlaywrightSuite = z.object({
  file: z.string(),
  specs: z.array(PlaywrightSpec),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})
type PlaywrightSuite = z.infer<typeof PlaywrightSuite>

const PlaywrightResults = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number() }),
  suites: z.array(PlaywrightSuite),
  /** Faults outside all tests, such as a server that does not start. */
  errors: z.array(z.object({ message: z.string() })),
})

export async function readPlaywright(file: string): Promise<Results> {
  const { stats, suites, errors } = PlaywrightResults.parse(JSON.parse(await readFile(file, 'utf8')))
  const failed = suites.flatMap(specsOf).filter((spec) => !spec.ok)
  const passed = suites.filter((suite) => specsOf(suite).every((spec) => spec.ok))
  return {
    passed: stats.expected + stats.flaky,
    passedFiles: passed.map((suite) => `e2e/${suite.file}`),
    failures: [
      ...failed.map((spec) => describeFailure(`${spec.file} › ${spec.title}`, firstError(spec))),
      ...errors.map((error) => describeFailure('not part of a journey', error.message)),
    ],
  }
}

function specsOf(suite: PlaywrightSuite): z.infer<typeof PlaywrightSpec>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

function firstError(spec: z.infer<typeof PlaywrightSpec>): string {
  return spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors))[0]?.message ?? ''
}

function describeFailure(name: string, message: string): string {
  const [why] = stripVTControlCharacters(message).split('\n')
  return why ? `${name}: ${why}` : name
}
