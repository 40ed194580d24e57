import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: string | Buffer
  /** Says that it unpacks to so many bytes. */
  declared?: number
  /** Says another checksum than that of the content. */
  isDamaged?: boolean
  isEncrypted?: boolean
}

/** With the lies of its entries. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const content = Buffer.from(entry.content)
    const packed = deflateRawSync(content)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(entry.isEncrypted ? 1 : 0, 2)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(entry.isDamaged ? 0 : crc32(content), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(entry.declared ?? content.length, 18)
    about.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    files.push(Buffer.from('PK\u0003\u0004'), about, name, packed)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), about, rest, name)
    at += 30 + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, listed, Buffer.from('PK\u0005\u0006'), end])
}
