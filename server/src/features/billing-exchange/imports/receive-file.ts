import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { largestBillingFile } from '@portal/contract/imports'
import { requestTexts } from '@portal/contract/input-texts'
import { codeOf } from '../../../foundation/database-failures.ts'
import { refuseCommonly } from '../../../refusal.ts'

/** To disk as it arrives; under its name when all is there. @returns its bytes @throws Refusal */
export async function receiveFile(file: Readable, folder: string, name: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `.${randomUUID()}.part`)
  try {
    const bytes = await writeAll(file, unfinished)
    await rename(unfinished, join(folder, name))
    return bytes
  } catch (error) {
    await rm(unfinished, { force: true })
    // The browser has left.
    throw codeOf(error) === 'ECONNRESET' ? refuseCommonly('invalid') : error
  }
}

async function writeAll(file: Readable, path: string): Promise<number> {
  const written: FileHandle = await open(path, 'w', 0o640)
  let bytes = 0
  try {
    // A stream that is destroyed takes the connection with it, and no reply arrives.
    for await (const chunk of file.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > largestBillingFile) throw refuseCommonly('too-large', { detail: requestTexts.fileTooLarge })
      await written.write(chunk)
    }
    await written.sync()
  } finally {
    await written.close()
  }
  return bytes
}
