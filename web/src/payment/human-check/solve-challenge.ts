import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { startWorker } from '#ui/worker.ts'
import workerUrl from './solving-worker.ts?worker&url'

/** If solving takes longer than this, something is wrong; the visitor is then told to call. */
const longestSolveMilliseconds = 60_000

/**
 * Solves a challenge of the ALTCHA protocol in workers; about a second of arithmetic.
 * @returns the answer to send: base64 of `{ challenge, solution }`; null when it took too long or was cancelled
 */
export async function solveChallenge(challenge: Challenge, controller: AbortController): Promise<string | null> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(4, navigator.hardwareConcurrency || 1),
    createWorker: () => startWorker(workerUrl),
    controller,
    timeout: longestSolveMilliseconds,
  })
  return solution ? btoa(JSON.stringify({ challenge, solution })) : null
}
