import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { socketFolderIn } from '../postgres/socket.ts'

const run = promisify(execFile)

/** Makes the database archive its log in a folder, from its next start on. */
export async function archiveTo(url: string, archive: string): Promise<void> {
  await mkdir(archive, { recursive: true })
  // When the tests run as root, PostgreSQL writes into it as another user.
  await chmod(archive, 0o777)
  await withClient(url, async (client) => {
    await client.query('alter system set archive_mode = on')
    await client.query(`alter system set archive_command = 'cp %p ${archive}/%f'`)
  })
}

export async function loseArchive(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`alter system set archive_command = 'false'`)
    await client.query('select pg_reload_conf()')
  })
}

/** Copies a database that goes on serving, by PostgreSQL's own procedure (its manual, 25.3.4). */
export async function backUp(url: string, copy: string): Promise<void> {
  await withClient(url, async (client) => {
    const data = await textOf(client, 'select current_setting($$data_directory$$) as text')
    await client.query("select pg_backup_start('rehearsal', fast => true)")
    // A file that changes or disappears while it is copied is corrected from the log.
    await run('cp', ['-a', data, copy]).catch(() => undefined)
    const label = await textOf(client, 'select labelfile as text from pg_backup_stop()')
    await rm(join(copy, 'postmaster.pid'), { force: true })
    await run('find', [join(copy, 'pg_wal'), '-type', 'f', '-delete'])
    await addFile(copy, 'backup_label', label)
  })
}

/** Waits until everything that happened so far is in the archive. */
export async function archiveNow(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const last = await textOf(client, 'select pg_walfile_name(pg_switch_wal()) as text')
    for (;;) {
      const archived = await textOf(client, 'select coalesce(last_archived_wal, $$$$) as text from pg_stat_archiver')
      if (archived >= last) return
      await client.query('select pg_sleep(0.05)')
    }
  })
}

/** Turns a copy into data that PostgreSQL recovers to the end of the archive when it starts on them. */
export async function prepareRestore(copy: string, archive: string): Promise<void> {
  const settings = [`restore_command = 'cp ${archive}/%f %p'`, 'archive_mode = off']
  await addFile(copy, 'postgresql.auto.conf', `${settings.join('\n')}\n`)
  await addFile(copy, 'recovery.signal', '')
}

/** Turns a copy into a standby that follows the first database when PostgreSQL starts on it. */
export async function prepareStandby(copy: string, firstUrl: string): Promise<void> {
  await addFile(copy, 'postgresql.auto.conf', `primary_conninfo = 'host=${socketFolderIn(firstUrl)} user=portal'\n`)
  await addFile(copy, 'standby.signal', '')
}

/** From now on, the database reports a commit only when a standby also has it on disk. */
export async function commitOnStandbyToo(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
    while ((await textOf(client, 'select max(sync_state) as text from pg_stat_replication')) !== 'sync') {
      await client.query('select pg_sleep(0.05)')
    }
  })
}

export async function promote(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('select pg_promote()')
  })
}

/** Writes a file owned by the owner of the copy: PostgreSQL opens it for writing, to flush it to disk. */
async function addFile(copy: string, name: string, text: string): Promise<void> {
  const { uid, gid } = await stat(copy)
  await writeFile(join(copy, name), text)
  await chown(join(copy, name), uid, gid)
}

async function withClient(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

async function textOf(client: pg.Client, question: string): Promise<string> {
  const { rows } = await client.query(question)
  return z.object({ text: z.string() }).parse(rows[0]).text
}
