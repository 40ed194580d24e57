import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type EngineWorld, engineWorld } from './engine-world.ts'

/**
 * Gives the tests of a file one database, and each of them its own engine over empty tables. Call it once, before any
 * hook of the file that pays. Its return value is filled in while a test runs.
 */
export function engineTests(): Readonly<EngineWorld> & { readonly database: TestDatabase } {
  let database: TestDatabase | undefined
  let world: EngineWorld | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(async () => await database?.drop())
  beforeEach(async () => {
    const { db } = made(database)
    await emptyTables(db, [
      'checkout',
      'email',
      'account_hold',
      'spent_human_check',
      'gateway_event',
      'gateway_catch_up',
      'discrepancy',
      'bank_block_lift',
    ])
    world = engineWorld(db)
  })
  return {
    get database() {
      return made(database)
    },
    get engine() {
      return made(world).engine
    },
    get clock() {
      return made(world).clock
    },
    get gateway() {
      return made(world).gateway
    },
    get billing() {
      return made(world).billing
    },
    get alarms() {
      return made(world).alarms
    },
  }
}

function made<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('It is there while a test runs')
  return thing
}
