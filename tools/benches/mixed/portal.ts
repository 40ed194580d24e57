import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { startProgram } from '../../world/node-program.ts'
import { inspectorFlags } from './heap.ts'
import { countFault } from './records.ts'

/** A server process behind the proxy: the real product. */
export interface PortalProcess {
  address: string
  pid: number
  /** The port of Node's inspector, which is opened only on demand. */
  inspectorPort: number
  /** @throws Error when it had ended before, or did not end properly. */
  stop(): Promise<void>
}

const Complaint = z.object({ level: z.string(), msg: z.string() })
const information = '"level":"info"'
/** Lines that Node's inspector prints. */
const inspected = /^(Debugger |For help, see)/

/**
 * Starts a server process and resolves when it serves.
 * @param settings must have the `PORT`
 * @param complaints counts the warnings and errors of its log
 */
export async function startPortal(
  settings: Record<string, string>,
  inspectorPort: number,
  complaints: Map<string, number>,
): Promise<PortalProcess> {
  const program = startProgram(
    'server/src/main.ts',
    { ...settings, NODE_OPTIONS: inspectorFlags(inspectorPort) },
    (line) => {
      if (line.includes(information) || inspected.test(line)) return
      countFault(complaints, complaintOf(line))
    },
  )
  const end: { code?: number | null } = {}
  void program.ended.then((code) => (end.code = code))
  const address = `http://127.0.0.1:${settings['PORT']}`
  while (!(await isServing(address))) {
    if ('code' in end) throw new Error(`A server did not start:\n${[...complaints.keys()].join('\n')}`)
    await wait(50)
  }
  return {
    address,
    pid: program.process.pid ?? 0,
    inspectorPort,
    async stop() {
      program.kill('SIGTERM')
      const code = await program.ended
      if (code !== 0) throw new Error(`A server ended with ${code}`)
    },
  }
}

/** A line that is not a log record is a complaint in itself. */
function complaintOf(line: string): string {
  if (!line.startsWith('{')) return line
  const { level, msg } = Complaint.parse(JSON.parse(line))
  return `${level}: ${msg}: ${line.slice(0, 600)}`
}

async function isServing(address: string): Promise<boolean> {
  const reply = await fetch(`${address}/readyz`).catch(() => null)
  await reply?.body?.cancel()
  return reply?.status === 200
}
