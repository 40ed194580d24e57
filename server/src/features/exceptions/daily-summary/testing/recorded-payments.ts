import type pg from 'pg'

export type State = 'CHARGED' | 'DECLINED' | 'NOT_CHARGED' | 'UNKNOWN' | 'ESCALATED' | 'REVERSED'

interface RecordedPayments {
  /** $42.50. @returns the checkout */
  charge(state: State, sentAt: string, decidedAt?: string): Promise<number>
  become(id: number, state: State, at: string): Promise<void>
  /** Of that charge, or their cancellation. */
  post(id: number, sign: 1 | -1, at: string): Promise<void>
  /** Of that charge, or of another one for the same payment. */
  giveBack(id: number, cause: string, state: string, at: string, tag?: string): Promise<void>
  refund(id: number, at: string): Promise<void>
}

export function recordedPayments(pool: () => pg.Pool): RecordedPayments {
  let reversals = 0

  async function charge(state: State, sentAt: string, decidedAt = sentAt): Promise<number> {
    const { rows } = await pool().query<{ id: number }>(
      `with begun as (
         insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents,
           account_count, state, created_at)
         values (gen_random_uuid(), 1, gen_random_uuid(), '', 'Online', 'CCV', 4250, 1, 'CHARGING', $1) returning id)
       insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at,
         mode, transaction_tag)
       select id, 'G' || lpad(id::text, 16, '0'), 4250, 'Visa', '1111', 'Maria Cruz', 'UNKNOWN', $1, 'Online', id::text
       from begun returning checkout_id as id`,
      [sentAt],
    )
    const id = rows[0]?.id ?? 0
    await become(id, state, decidedAt)
    if (state === 'CHARGED') await enter(id, ['card', 'unposted'], 1, decidedAt)
    return id
  }

  async function become(id: number, state: State, at: string): Promise<void> {
    await pool().query('update charge_attempt set state = $2, decided_at = $3 where checkout_id = $1', [id, state, at])
  }

  async function enter(id: number, [to, from]: readonly [string, string], sign: 1 | -1, at: string): Promise<void> {
    await pool().query(
      `insert into ledger_entry (checkout_id, book, amount_cents, entered_at)
       values ($1, $2, $4, $5), ($1, $3, -$4::bigint, $5)`,
      [id, to, from, sign * 4_250, at],
    )
  }

  const post = async (id: number, sign: 1 | -1, at: string): Promise<void> =>
    await enter(id, ['unposted', 'posted'], sign, at)

  async function giveBack(id: number, cause: string, state: string, at: string, tag?: string): Promise<void> {
    reversals += 1
    const { rows } = await pool().query<{ id: number }>(
      `insert into reversal (checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, kind,
         reference, reason, requested_by, state, requested_at, next_try_at, cause)
       select checkout_id, id, coalesce($2, transaction_tag), 'ET000001', amount_cents, 'refund', $3, 'asked', 'ana',
         'SENT', $4::timestamptz, $4, $5 from charge_attempt where checkout_id = $1 returning id`,
      [id, tag, `G${String(reversals).padStart(16, 'Z')}`, at, cause],
    )
    await pool().query('update reversal set state = $2, decided_at = $3 where id = $1', [rows[0]?.id, state, at])
  }

  async function refund(id: number, at: string): Promise<void> {
    await giveBack(id, 'refund', 'DONE', at)
    await become(id, 'REVERSED', at)
    await enter(id, ['card', 'unposted'], -1, at)
  }

  return { charge, become, post, giveBack, refund }
}
