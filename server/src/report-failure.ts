import { UnsuitableDatabase } from './database/connect.ts'
import { fullDisk } from './foundation/database-failures.ts'
import { WrongSetting } from './settings/config.ts'

/** For a failed connection to the database, from the system, from TLS, and from PostgreSQL. */
const codesOfNoDatabase = [
  'ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ETIMEDOUT',
  'CERT_HAS_EXPIRED CERT_NOT_YET_VALID UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN ERR_TLS_CERT_ALTNAME_INVALID',
  '28000 28P01 3D000 53300 57P01 57P02 57P03',
].flatMap((line) => line.split(' '))

/** Of a failure with one of the operator's files or folders. */
const codesOfFiles = 'EACCES EPERM EROFS ENOENT ENOTDIR EISDIR ENOSPC EDQUOT EIO'.split(' ')

/** In one line for a wrong setting, an unreachable database or a file; with the stack for anything else. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof WrongSetting || error instanceof UnsuitableDatabase) return error.message
  const code = 'code' in error ? String(error.code) : ''
  // A host name with several addresses fails with one error for each and has no message of its own.
  if (codesOfNoDatabase.includes(code)) return `DATABASE_URL: the database rejected the login: ${error.message || code}`
  if (code === fullDisk) return `The database's disk is full: ${error.message}`
  if (codesOfFiles.includes(code)) return error.message
  return withCauses(error)
}

/** With the causes, which a stack alone leaves out. */
function withCauses({ stack, message, cause }: Error): string {
  const text = stack ?? message
  return cause instanceof Error ? `${text}\nbecause of ${withCauses(cause)}` : text
}
