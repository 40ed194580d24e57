import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type SFTPWrapper, Server, utils } from 'ssh2'

const { STATUS_CODE } = utils.sftp

/** A real SFTP server over a folder of this machine, for one user. Like OpenSSH, it does not rename over a file. */
export async function sftpServer(root: string, { username = 'portal', password = 'secret' } = {}) {
  const key = utils.generateKeyPairSync('ed25519')
  const parsed = utils.parseKey(key.private)
  if (parsed instanceof Error) throw parsed
  const counts = { logins: 0 }
  const server = new Server({ hostKeys: [key.private] }, (client) => {
    client.on('error', () => undefined)
    client.on('authentication', (context) => {
      counts.logins += 1
      if (context.method === 'password' && context.username === username && context.password === password)
        context.accept()
      else context.reject(['password'])
    })
    client.on('session', (accept) => accept().on('sftp', (begin) => serve(begin(), root)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It does not listen')
  return {
    host: '127.0.0.1',
    port: address.port,
    username,
    password,
    hostKeys: [`SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`],
    counts,
    close: async () => await new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

type Handle = { file: FileHandle; path: string } | { names: string[]; path: string }

function serve(sftp: SFTPWrapper, root: string): void {
  const handles = new Map<string, Handle>()
  serveNames(sftp, root, handles)
  serveContents(sftp, handles)
}

function serveNames(sftp: SFTPWrapper, root: string, handles: Map<string, Handle>): void {
  const at = (path: string) => join(root, path)
  const handleOf = (path: string, handle: { file: FileHandle } | { names: string[] }) => {
    const id = Buffer.from(String(handles.size))
    handles.set(id.toString(), { ...handle, path })
    return id
  }
  sftp.on('OPENDIR', (id, path) =>
    answerOn(sftp, id, async () => sftp.handle(id, handleOf(at(path), { names: await readdir(at(path)) }))),
  )
  sftp.on('READDIR', (id, handle) =>
    answerOn(sftp, id, async () => {
      const found = handles.get(handle.toString())
      if (!found || !('names' in found) || found.names.length === 0) return sftp.status(id, STATUS_CODE.EOF)
      const names = found.names.splice(0)
      const entries = names.map(async (filename) => ({
        filename,
        longname: filename,
        attrs: await attributes(join(found.path, filename)),
      }))
      return sftp.name(id, await Promise.all(entries))
    }),
  )
  sftp.on('OPEN', (id, path, flags) =>
    answerOn(sftp, id, async () =>
      sftp.handle(id, handleOf(at(path), { file: await open(at(path), utils.sftp.flagsToString(flags) ?? 'r') })),
    ),
  )
  sftp.on('STAT', (id, path) => answerOn(sftp, id, async () => sftp.attrs(id, await attributes(at(path)))))
  sftp.on('RENAME', (id, from, to) =>
    answerOn(sftp, id, async () => {
      if (await stat(at(to)).catch(() => null)) return sftp.status(id, STATUS_CODE.FAILURE)
      await rename(at(from), at(to))
      return sftp.status(id, STATUS_CODE.OK)
    }),
  )
}

function serveContents(sftp: SFTPWrapper, handles: ReadonlyMap<string, Handle>): void {
  const fileOf = (handle: Buffer): FileHandle => {
    const found = handles.get(handle.toString())
    if (!found || !('file' in found)) throw new Error('No such handle')
    return found.file
  }
  sftp.on('READ', (id, handle, offset, length) =>
    answerOn(sftp, id, async () => {
      const { bytesRead, buffer } = await fileOf(handle).read(Buffer.alloc(length), 0, length, offset)
      return bytesRead === 0 ? sftp.status(id, STATUS_CODE.EOF) : sftp.data(id, buffer.subarray(0, bytesRead))
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) =>
    answerOn(sftp, id, async () => {
      await fileOf(handle).write(data, 0, data.length, offset)
      sftp.status(id, STATUS_CODE.OK)
    }),
  )
  sftp.on('FSTAT', (id, handle) =>
    answerOn(sftp, id, async () => sftp.attrs(id, await attributes(handles.get(handle.toString())?.path ?? ''))),
  )
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('CLOSE', (id, handle) =>
    answerOn(sftp, id, async () => {
      const found = handles.get(handle.toString())
      if (found && 'file' in found) await found.file.close()
      sftp.status(id, STATUS_CODE.OK)
    }),
  )
}

function answerOn(sftp: SFTPWrapper, id: number, work: () => Promise<unknown>): void {
  void work().catch((error: NodeJS.ErrnoException) =>
    sftp.status(id, error.code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE),
  )
}

async function attributes(path: string) {
  const { mode, uid, gid, size, atimeMs, mtimeMs } = await stat(path)
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) }
}
