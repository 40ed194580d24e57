import { z } from 'zod'
import { credentialSettings } from '../gateway-simulator/options.ts'
import { testCredentials } from '../gateway-simulator/testing/credentials.ts'
import { startProgram } from './node-program.ts'

/** A gateway simulator in a process of its own. */
interface GatewayProcess {
  url: string
  pid: number
  close(): Promise<void>
}

const Listening = z.object({ url: z.string() })

/**
 * Starts a gateway simulator with the credentials that every test server has.
 * @throws Error with its output when it ends instead.
 */
export async function startGatewayProcess(books: string): Promise<GatewayProcess> {
  const settings = { BOOKS: books, ...credentialSettings(testCredentials) }
  const { promise: firstLine, resolve } = Promise.withResolvers<string>()
  const program = startProgram('tools/gateway-simulator/main.ts', settings, resolve)
  const line = await Promise.race([firstLine, program.ended.then((code) => `ended with ${code}`)])
  if (!line.startsWith('{')) throw new Error(`The gateway simulator did not start: ${line}`)
  return {
    url: Listening.parse(JSON.parse(line)).url,
    pid: program.process.pid ?? 0,
    async close() {
      program.kill('SIGTERM')
      await program.ended
    },
  }
}
