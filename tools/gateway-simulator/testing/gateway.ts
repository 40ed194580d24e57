import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CardDetails } from '@portal/contract/card'
import { type Instant, instantOf } from '@portal/contract/dates'
import { ZipCode } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { gge4PaymentGateway } from '@portal/server/adapters/payment-gateway/gge4/gateway.ts'
import type { Gge4Timeouts } from '@portal/server/adapters/payment-gateway/gge4/settings.ts'
import type {
  PaymentGateway,
  ChargeRequest,
  Inquiry,
  ReversalRequest,
} from '@portal/server/adapters/payment-gateway/port.ts'
import { systemClock } from '@portal/server/clock.ts'
import { type GatewayCredentials, testCredentials } from '../credentials.ts'
import { type RunningSimulator, type SimulatorOptions, startGatewaySimulator } from '../start.ts'

const testTimeZone = 'Pacific/Guam'

export interface TestGateway {
  simulator: RunningSimulator
  client: PaymentGateway
  books: string
  stop(): Promise<void>
}

/** A simulator in this process with empty books, and the portal's own client for it. */
export async function startTestGateway(
  options: Partial<SimulatorOptions> = {},
  timeouts: Partial<Gge4Timeouts> = {},
): Promise<TestGateway> {
  const books = await mkdtemp(join(tmpdir(), 'gateway-books-'))
  const simulator = await startGatewaySimulator({
    credentials: testCredentials,
    books,
    timeZone: testTimeZone,
    ...options,
  })
  return {
    simulator,
    books,
    client: clientOf(simulator.url, timeouts),
    async stop() {
      await simulator.close()
      await rm(books, { recursive: true, force: true })
    },
  }
}

export function clientOf(
  url: string,
  timeouts: Partial<Gge4Timeouts> = {},
  credentials: Partial<GatewayCredentials> = {},
): PaymentGateway {
  return gge4PaymentGateway({ ...testCredentials, ...credentials, url, timeZone: testTimeZone, timeouts }, systemClock)
}

type NumberCharge = ChargeRequest & { tender: CardDetails }

let charges = 0

/** A charge of $120.50 with its own reference. The card has a public test number, which cannot pay anything. */
export function testCharge(change: Partial<NumberCharge> = {}): NumberCharge {
  return {
    reference: testReference(),
    amount: cents(12050),
    tender: {
      cardHolderName: 'A Payer',
      cardNumber: '4111111111111111',
      validExpDate: '1239',
      cvv: '737',
      billingZipCode: ZipCode.parse('96913'),
    },
    brand: 'Visa',
    mode: 'Online',
    customerReference: '1234567890',
    accounts: [],
    shortNumber: null,
    countTag: 'SINGLE',
    clientAddress: null,
    named: async () => true,
    ...change,
  }
}

/** An approved charge, and a reversal of all of it with its own reference. */
export async function chargedFor(gateway: TestGateway, change: Partial<NumberCharge> = {}): Promise<ReversalRequest> {
  const charge = testCharge(change)
  const verdict = await gateway.client.charge(charge)
  if (verdict.outcome !== 'charged') throw new Error(`The charge is ${verdict.outcome}`)
  const { tag, authorization } = verdict.reply
  return { kind: 'void', reference: testReference(), tag, authorization: authorization ?? '', amount: charge.amount }
}

/** A reference that nothing else has. Like a real one, it has no run of digits that could be a card number. */
export function testReference(): string {
  charges += 1
  return `GTEST${String(charges).padStart(5, '0')}PAYMENT`
}

/** An inquiry about a charge or reversal that was sent at this time, of which only the reference is known. */
export function inquiryAbout(reference: string, sentAt: Instant = instantOf(Date.now())): Inquiry {
  return { subject: 'charge', reference, tag: null, sentAt }
}
