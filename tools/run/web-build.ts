import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

const inputs = ['package-lock.json', 'web/**', 'contract/{src/**,package.json}']

/**
 * Builds the web app into `web/dist` unless what is there was built from the same files.
 * @returns whether it was built now.
 * @throws Error when the build fails; its reason is on the terminal.
 */
export async function buildWebApp(root: string): Promise<boolean> {
  const stamp = join(root, 'web', 'dist', '.built-from')
  const hash = await hashOfInputs(root)
  if ((await readFile(stamp, 'utf8').catch(() => '')) === hash) return false
  console.log('Building the web app …')
  const build = spawn(process.execPath, [viteOf(root), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await once(build, 'exit')
  if (build.exitCode !== 0) throw new Error('The web app does not build; the reason is above.')
  await writeFile(stamp, hash)
  return true
}

/** The path of Vite's program. Its name alone is enough only in npm's scripts. */
function viteOf(root: string): string {
  return join(dirname(createRequire(join(root, 'web', 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js')
}

async function hashOfInputs(root: string): Promise<string> {
  const files: string[] = []
  for await (const entry of glob(inputs, { cwd: root, withFileTypes: true, exclude: (file) => isNoInput(file.name) })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  for (const file of files.toSorted())
    hash
      .update(relative(root, file))
      .update('\0')
      .update(await readFile(file))
  return hash.digest('hex')
}

function isNoInput(name: string): boolean {
  return name === 'node_modules' || name === 'dist' || name === 'testing' || /[.]test[.]tsx?$/.test(name)
}
