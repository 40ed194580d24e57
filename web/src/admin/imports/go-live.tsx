import { importQuestionTexts, importsTexts as texts } from '@portal/contract/import-texts'
import {
  type ImportSummary,
  type Register,
  goLiveWithImport,
  importQuestions,
  isAsRegister,
} from '@portal/contract/imports'
import { decimalCents, readAmount } from '@portal/contract/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { TextField } from '#ui/form/field.tsx'
import { formatDate } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import { ListPart } from '../lists/list-screen.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ConfirmDialog } from '../view-parts/confirm-dialog.tsx'
import { importsKey } from './imports-key.ts'
import box from '#ui/page/card.module.css'
import list from '../lists/console-list.module.css'
import classes from './imports.module.css'

export interface DryRunProps {
  readonly id: number
  readonly summary: ImportSummary
  /** Other ways to go on. */
  readonly children: ReactNode
}

/** The comparison with the register, what is unusual, and the way to go live. */
export function GoLive({ id, summary, children }: DryRunProps) {
  const [accounts, setAccounts] = useState('')
  const [total, setTotal] = useState('')
  const [isEvenSo, setEvenSo] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const register = registerOf(accounts, total)
  const questions = importQuestions(summary)
  const differs = register !== null && !isAsRegister(summary, register)
  const isBlocked = register === null || differs || (questions.length > 0 && !isEvenSo)
  return (
    <ListPart id="import-register" title={t(texts.register)}>
      <div className={box.card}>
        <div className={classes.register}>
          <TextField
            label={t(texts.registerAccounts)}
            hint={t('Optional')}
            inputMode="numeric"
            value={accounts}
            error={readCount(accounts) === null ? t('Please enter a number.') : undefined}
            onChange={({ currentTarget }) => setAccounts(currentTarget.value)}
          />
          <TextField
            label={t(texts.registerTotal)}
            hint={t('Optional')}
            inputMode="decimal"
            value={total}
            error={readTotal(total) === null ? t('Please enter an amount such as 1,234.56.') : undefined}
            onChange={({ currentTarget }) => setTotal(currentTarget.value)}
          />
        </div>
        <div role="status">
          <Compared register={register} differs={differs} />
        </div>
        {questions.map((question) => (
          <Notice key={question} tone="warning" title={importQuestionTexts[question]} />
        ))}
        {questions.length > 0 ? (
          <CheckboxField
            id="import-even-so"
            label={t(texts.evenSo)}
            required={false}
            error={null}
            checked={isEvenSo}
            onChange={setEvenSo}
          />
        ) : null}
        <div className={list.line}>
          <Button blocked={isBlocked} onClick={() => setAsked(true)}>
            {plural(summary.next.accounts, 'Go live with 1 account', 'Go live with {count} accounts')}
          </Button>
          {children}
        </div>
      </div>
      {isAsked && register ? (
        <SecondLook id={id} summary={summary} register={register} evenSo={isEvenSo} onClose={() => setAsked(false)} />
      ) : null}
    </ListPart>
  )
}

interface ComparedProps {
  readonly register: Register | null
  readonly differs: boolean
}

function Compared({ register, differs }: ComparedProps) {
  if (register === null || Object.keys(register).length === 0) return null
  return differs ? (
    <Notice tone="error" title={t('Your register says something else. Correct the files or what you entered.')} />
  ) : (
    <Notice tone="success" title={t('The same as in your register.')} />
  )
}

const readCount = (text: string): number | undefined | null => {
  const plain = text.replaceAll(/[ ,]/g, '')
  if (plain === '') return undefined
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null
}

function readTotal(text: string): string | undefined | null {
  const plain = text.trim()
  if (plain === '') return undefined
  const isBelow = plain.startsWith('-')
  const read = readAmount(isBelow ? plain.slice(1) : plain)
  return read === null ? null : `${isBelow && read > 0 ? '-' : ''}${decimalCents(read)}`
}

/** Null while it cannot be read. */
function registerOf(typedAccounts: string, typedTotal: string): Register | null {
  const [accounts, total] = [readCount(typedAccounts), readTotal(typedTotal)]
  if (accounts === null || total === null) return null
  return { ...(accounts !== undefined && { accounts }), ...(total !== undefined && { total }) }
}

interface SecondLookProps extends Pick<DryRunProps, 'id' | 'summary'> {
  readonly register: Register
  readonly evenSo: boolean
  readonly onClose: () => void
}

function SecondLook({ id, summary: { asOf, next, leftOut }, register, evenSo, onClose }: SecondLookProps) {
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: async () => await send(goLiveWithImport, { params: { id: String(id) }, body: { ...register, evenSo } }),
    onSuccess: onClose,
    onSettled: async () => await client.invalidateQueries({ queryKey: importsKey }),
  })
  const facts = {
    accounts: plural(next.accounts, '1 account', '{count} accounts'),
    total: dollarsOf(next.total),
    day: formatDate(asOf),
  }
  return (
    <ConfirmDialog title={t(texts.goLive)} button={t(texts.goLive)} confirm={confirm} onClose={onClose}>
      {t('Customers will see {accounts} with {total} in all, as of {day}.', facts)}{' '}
      {leftOut > 0 ? plural(leftOut, '1 line is left out.', '{count} lines are left out.') : null}
    </ConfirmDialog>
  )
}
