import type { AccountNumber } from '@portal/contract/ids'
import { MethodName, type SavedMethod, savedMethodTexts } from '@portal/contract/saved-methods'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { methodInWords, expiryInWords } from '#payment/saved-methods/use-saved-methods.ts'
import { Button } from '#ui/button/button.tsx'
import { Fields, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { listInWords, plural, t } from '#ui/text/t.ts'
import { useMethodChanges } from './use-method-changes.ts'
import layout from '#ui/form/form-layout.module.css'
import classes from './payment-methods.module.css'

interface MethodRowProps {
  readonly card: SavedMethod
  /** Accounts whose AutoPay charges it. */
  readonly usedBy: readonly AccountNumber[]
  readonly onRemoved: () => void
}

/** One saved card with what can be done about it. */
export function MethodRow({ card, usedBy, onRemoved }: MethodRowProps) {
  const changes = useMethodChanges(card, (to) => {
    if (to === 'remove') onRemoved()
  })
  const { ask, asked, change, isPending } = changes
  const words = methodInWords(card)
  const of = <HiddenText>: {words}</HiddenText>
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <div className={classes.head}>
          <h3>{card.name || words}</h3>
          {card.isDefault ? <Chip tone="none">{t(savedMethodTexts.isDefault)}</Chip> : null}
          {card.isExpired ? <Chip tone="bad">{t(savedMethodTexts.expired)}</Chip> : null}
          {card.isBlocked ? <Chip tone="bad">{t(savedMethodTexts.blocked)}</Chip> : null}
        </div>
        <p className={classes.muted}>
          {[
            card.name ? words : null,
            card.expires && t('Expires {date}', { date: expiryInWords(card.expires) }),
            usedBy.length > 0 ? t('used by AutoPay') : null,
            card.changedByBankAt ? t('Updated by your bank') : null,
            card.isBlocked ? t('Your bank does not let us debit this account. Add it again, or remove it.') : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {changes.error && asked === null ? <ProblemNotice problem={asProblem(changes.error)} /> : null}
      </div>
      <div className={classes.buttons}>
        {card.isDefault ? null : (
          <Button look="quiet" blocked={isPending} onClick={() => change({ to: 'default' })}>
            {t('Make default')}
            {of}
          </Button>
        )}
        <Button look="quiet" onClick={() => ask('rename')}>
          {t('Rename')}
          {of}
        </Button>
        <Button look="quiet" onClick={() => ask('remove')}>
          {t(savedMethodTexts.remove)}
          {of}
        </Button>
      </div>
      {asked === 'rename' ? <RenameDialog card={card} changes={changes} /> : null}
      {asked === 'remove' ? <RemoveDialog card={card} words={words} usedBy={usedBy} changes={changes} /> : null}
    </li>
  )
}

const mostNamed = 3

function accountsInWords(accounts: readonly AccountNumber[]): string {
  const count = accounts.length
  return count > mostNamed ? plural(count, '1 account', '{count} accounts') : listInWords(accounts)
}

interface ChangesProps {
  readonly changes: ReturnType<typeof useMethodChanges>
}

const fields = {
  name: text(
    { id: 'card-name', label: t(savedMethodTexts.name), hint: t('Such as “Household” or “Office”') },
    rule(MethodName),
  ),
}

function RenameDialog({ card, changes }: ChangesProps & { readonly card: SavedMethod }) {
  const { form, onSubmit } = useForm(fields, { initial: { name: card.name }, hasNoSummary: true })
  const close = () => changes.ask(null)
  return (
    <Dialog open holdsForm title={t('Rename')} onClose={close}>
      <form
        noValidate
        className={layout.form}
        onSubmit={onSubmit(({ name }) => changes.change({ to: 'rename', name }))}
      >
        <p>{methodInWords(card)}</p>
        {changes.error ? <ProblemNotice problem={asProblem(changes.error)} /> : null}
        <Fields form={form} of={fields} />
        <div className={layout.actions}>
          <Button type="submit" busy={changes.isPending}>
            {t('Rename')}
          </Button>
          <Button look="quiet" onClick={close}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Says what stops before it does. */
function RemoveDialog({
  card,
  words,
  usedBy,
  changes,
}: ChangesProps & Pick<MethodRowProps, 'card' | 'usedBy'> & { readonly words: string }) {
  const isBank = card.bankAccount !== null
  const close = () => changes.ask(null)
  return (
    <Dialog
      open
      urgent
      title={t(isBank ? 'Remove this bank account?' : 'Remove this card?')}
      onClose={close}
      actions={
        <>
          <Button look="quiet" onClick={close}>
            {t(isBank ? 'Keep bank account' : 'Keep card')}
          </Button>
          <Button look="danger" busy={changes.isPending} onClick={() => changes.change({ to: 'remove' })}>
            {t(savedMethodTexts.remove)}
          </Button>
        </>
      }
    >
      <p>
        <strong>{words}</strong>
      </p>
      <p>{t(savedMethodTexts.removeLead)}</p>
      {usedBy.length > 0 ? (
        <Notice
          tone="warning"
          title={t(
            isBank
              ? 'AutoPay for {accounts} uses this bank account. If you remove it, AutoPay pauses, and bills won’t be paid until you choose another payment method.'
              : 'AutoPay for {accounts} uses this card. If you remove it, AutoPay pauses, and bills won’t be paid until you choose another payment method.',
            { accounts: accountsInWords(usedBy) },
          )}
        />
      ) : null}
      {changes.error ? <ProblemNotice problem={asProblem(changes.error)} /> : null}
    </Dialog>
  )
}
