import { threadId } from 'node:worker_threads'

/*
 * For test files that run in threads. Node's channels reach every thread of the process, so a dashboard in one test
 * file would take a payment in another for one in another tab.
 */
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} of thread ${threadId}`)
  }
}
