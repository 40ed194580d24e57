import { threadId } from 'node:worker_threads'

/*
 * For test files that run in threads: Node's channels reach every thread of the process, so a payment of one file would
 * be told to a dashboard of another as one of another tab.
 */
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} of thread ${threadId}`)
  }
}
