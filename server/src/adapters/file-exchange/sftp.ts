import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { Client, type SFTPWrapper } from 'ssh2'
import { type FileExchange, ExchangeFailed } from './port.ts'

export interface SftpHost {
  host: string
  port: number
  username: string
  /** OpenSSH or PEM, without a passphrase. */
  privateKey?: string | undefined
  password?: string | undefined
  /** Fingerprints as `ssh-keygen -l` prints them, `SHA256:…`: one for each kind of key the host may show. */
  hostKeys: readonly string[]
}

/** For the connection with its login, in milliseconds. */
const longestLogin = 20_000

/** Sends nothing, not even the user's name, to a host with another key. @throws ExchangeFailed */
export async function sftpExchange(given: SftpHost): Promise<FileExchange> {
  const client = new Client()
  const sftp = await connected(client, given)
  const said = async <Result>(what: string, work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      throw new ExchangeFailed(`${given.host}: ${what} (${wordsOf(error)})`)
    }
  }
  return {
    async list(folder) {
      const entries = await said(`${folder} cannot be read`, promisify(sftp.readdir.bind(sftp))(folder))
      return entries
        .filter(({ attrs }) => (attrs.mode & kindOfFile) === regularFile)
        .map(({ filename: name, attrs }) => ({ name, bytes: attrs.size, modifiedAt: attrs.mtime * 1000 }))
    },
    fetch: async (path, to) => await said(`${path} cannot be read`, promisify(sftp.fastGet.bind(sftp, path, to))()),
    write: async (path, text) =>
      await said(`${path} cannot be written`, promisify(sftp.writeFile.bind(sftp, path, text))()),
    rename: async (from, to) => await said(`${from} cannot be renamed`, promisify(sftp.rename.bind(sftp))(from, to)),
    close: () => void client.end(),
  }
}

/** Of POSIX. */
const [kindOfFile, regularFile] = [0o170_000, 0o100_000]

async function connected(client: Client, given: SftpHost): Promise<SFTPWrapper> {
  const { host, hostKeys, username, ...login } = given
  let shown = ''
  const { promise, resolve, reject } = Promise.withResolvers<SFTPWrapper>()
  client.on('ready', () => client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))))
  // Also of a connection lost later, when whatever waits for it fails anyway.
  client.on('error', reject)
  client.on('close', () => reject(new Error('the connection was closed')))
  const hostVerifier = (key: Buffer): boolean => {
    shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
    return hostKeys.includes(shown)
  }
  try {
    client.connect({ ...login, host, username, hostVerifier, readyTimeout: longestLogin, keepaliveInterval: 10_000 })
    return await promise
  } catch (error) {
    client.end()
    if (shown !== '' && !hostKeys.includes(shown)) {
      throw new ExchangeFailed(
        `${host} shows another host key, ${shown}. Nothing was sent. Ask its operator whether the key was changed, and only then pin the new one`,
      )
    }
    const isLogin = error instanceof Error && 'level' in error && error.level === 'client-authentication'
    throw new ExchangeFailed(
      isLogin ? `${host} refused the login of ${username}` : `${host} does not answer (${wordsOf(error)})`,
    )
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
