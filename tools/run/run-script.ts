import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** On our own terminal. @throws Error when it fails; the terminal shows why */
export async function runScript(
  root: string,
  script: string,
  parameters: readonly string[],
  settings: Record<string, string> = {},
): Promise<void> {
  const child = spawn(process.execPath, [script, ...parameters], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`${script} ${parameters[0] ?? ''} failed. See the error above.`)
}
