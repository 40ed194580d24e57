import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { tiedToUs } from '../postgres/run.ts'
import { isFree } from './ports.ts'

const ours = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))

/** nginx with TLS and HTTP/2 in front of the server processes. */
export interface Proxy {
  address: string
  port: number
  certificate: string
  pid: number
  close(): Promise<void>
}

/**
 * Starts nginx with `deploy/nginx.conf` as it is, except for names, ports and the certificate.
 * @param port where it serves; the next port redirects plain HTTP to it
 * @param portals the addresses of three server processes
 * @throws Error saying what to install when nginx or openssl is missing.
 */
export async function startProxy(folder: string, port: number, portals: readonly string[]): Promise<Proxy> {
  const tls = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const keys = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    ...keys,
    ...subject,
    '-keyout',
    tls.key,
    '-out',
    tls.certificate,
  ])
  const config = join(folder, 'nginx.conf')
  await writeFile(config, mainConfig(folder, deployed(await readFile(ours, 'utf8'), port, portals, tls)))

  const [command = '', ...parameters] = tiedToUs('TERM', ['nginx', '-e', join(folder, 'errors.log'), '-c', config])
  const child = spawn(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(child, 'exit')
  await untilServing(child, port)
  return {
    address: `https://localhost:${port}`,
    port,
    certificate: await readFile(tls.certificate, 'utf8'),
    pid: child.pid ?? 0,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The file with a utility's changes and no others. @throws Error when it no longer has such a line */
function deployed(
  text: string,
  port: number,
  portals: readonly string[],
  tls: { certificate: string; key: string },
): string {
  const changes: [string, string][] = [
    ...portals.map((portal, nth): [string, string] => [`127.0.0.1:${3001 + nth}`, portal.replace('http://', '')]),
    // Somebody else may have this port, which only redirects to the other one.
    ['listen 80;', `listen 127.0.0.1:${port + 1};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['listen [::]:80;', ''],
    ['listen [::]:443 ssl http2;', ''],
    ['/opt/portal/deploy', dirname(ours)],
    ['/etc/portal/tls/certificate.pem', tls.certificate],
    ['/etc/portal/tls/key.pem', tls.key],
    ['access_log /var/log/nginx/portal.log portal', 'access_log off'],
  ]
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/nginx.conf has no '${from}'`)
    return changed.replace(from, to)
  }, text)
}

/** The file that Debian's package puts around it, with room for more visitors at once. */
function mainConfig(folder: string, site: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `${userInfo().uid === 0 ? 'user root;' : ''}
daemon off;
worker_processes auto;
worker_rlimit_nofile 20000;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 8192; }
http {
access_log off;
${folders.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')}
${site}
}
`
}

async function untilServing(child: ChildProcess, port: number): Promise<void> {
  const failed: { with: Error | null } = { with: null }
  child.once('error', (error) => {
    failed.with = new Error('This needs nginx on the PATH, such as apt-get install nginx-light', { cause: error })
  })
  while (await isFree(port)) {
    if (failed.with) throw failed.with
    if (child.exitCode !== null)
      throw new Error('nginx did not start. It has to be on the PATH: apt-get install nginx-light')
    await wait(50)
  }
}
