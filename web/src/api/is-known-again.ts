import { asProblem } from './send.ts'

/**
 * Whether the session that has just begun comes back with the next call, which reads it. It does not when the browser,
 * or something between it and the server, drops the cookie. Any other failure says nothing about that.
 */
export async function isKnownAgain(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    return asProblem(error).name !== 'not-signed-in'
  }
}
