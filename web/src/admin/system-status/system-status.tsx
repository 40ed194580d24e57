import { formatInstant } from '@portal/contract/dates'
import {
  type SystemPart,
  type SystemState,
  type SystemStatus,
  type SystemTrouble,
  readSystemStatus,
  systemFacts,
  systemParts,
  systemStates,
  systemStatusTexts as texts,
  systemTroubles,
  troubleInWords,
} from '@portal/contract/system-status'
import { useQuery } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { TextButton } from '#ui/button/button.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import { groupThousands } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { viewNames } from '../console-view.ts'
import { Retry, ViewFrame } from '../view-parts/view-frame.tsx'
import box from '#ui/page/card.module.css'
import classes from './system-status.module.css'

/** What runs at night and in the background: what is wrong, since when, and what to do (docs/operations.md). */
export function SystemStatusView() {
  const found = useQuery({
    queryKey: ['system-status'],
    queryFn: async ({ signal }) => await send(readSystemStatus, { signal }),
  })
  return (
    <ViewFrame title={t(viewNames['system-status'])} lead={t(texts.lead)}>
      {found.isPending ? <Loading what={t('Loading the system status')} rows={10} /> : null}
      {found.isError ? <Retry error={found.error} onTryAgain={found.refetch} /> : null}
      {found.data ? <Found status={found.data} onRefresh={() => void found.refetch()} /> : null}
    </ViewFrame>
  )
}

interface FoundProps {
  readonly status: SystemStatus
  readonly onRefresh: () => void
}

function Found({ status: { asOf, parts }, onRefresh }: FoundProps) {
  const { profile } = usePortalStart()
  const troubles = parts.flatMap((part) => part.troubles)
  return (
    <div className={classes.view}>
      <div className={classes.line}>
        <p className={classes.muted}>{t(texts.updated, { at: formatInstant(profile, asOf) })}</p>
        <TextButton onClick={onRefresh}>{t(texts.refresh)}</TextButton>
      </div>
      <div role="status">
        <Notice
          tone={troubles.length === 0 ? 'success' : 'error'}
          title={
            troubles.length === 0
              ? t(texts.good)
              : plural(troubles.length, '1 problem found.', '{count} problems found.')
          }
        />
      </div>
      {troubles.length > 0 ? <Troubles troubles={troubles} /> : null}
      <Parts parts={parts} />
    </div>
  )
}

function Troubles({ troubles }: { readonly troubles: readonly SystemTrouble[] }) {
  const { profile } = usePortalStart()
  return (
    <section className={classes.part} aria-labelledby="system-troubles">
      <h2 id="system-troubles">{t(texts.what)}</h2>
      <ul className={`${box.card} ${classes.troubles}`} aria-labelledby="system-troubles">
        {troubles.map((trouble) => {
          const { text, values } = troubleInWords(profile, trouble)
          return (
            <li key={trouble.trouble}>
              <h3>{t(systemTroubles[trouble.trouble].name)}</h3>
              <p>{t<string>(text, values)}</p>
              {trouble.reason === null ? null : <p>{t(texts.reason, { reason: trouble.reason })}</p>}
              <p className={classes.todo}>{t(systemTroubles[trouble.trouble].todo)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const tones: Readonly<Record<SystemState, ChipTone>> = { good: 'good', problem: 'bad', unused: 'none', untold: 'none' }

function Parts({ parts }: { readonly parts: readonly SystemPart[] }) {
  return (
    <section className={classes.part} aria-labelledby="system-parts">
      <h2 id="system-parts">{t(texts.parts)}</h2>
      <CardFrame data-lines className={`${box.card} ${classes.frame}`}>
        <Table className={classes.table} aria-labelledby="system-parts">
          <TableHead>
            {[texts.part, texts.status, texts.details].map((name) => (
              <ColumnHead key={name}>{t(name)}</ColumnHead>
            ))}
          </TableHead>
          <TableBody>
            {parts.map(({ part, state, facts }) => (
              <TableRow key={part}>
                <RowHead>{t(systemParts[part])}</RowHead>
                <Cell label={t(texts.status)}>
                  <Chip tone={tones[state]}>{t(systemStates[state])}</Chip>
                </Cell>
                <Cell>
                  <Facts facts={facts} />
                </Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </CardFrame>
    </section>
  )
}

function Facts({ facts }: Pick<SystemPart, 'facts'>) {
  if (facts.length === 0) return null
  return (
    <dl className={classes.facts}>
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{t(systemFacts[fact.name])}</dt>
          <dd>
            <Value {...fact} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ at, count, text }: Omit<SystemPart['facts'][number], 'name'>) {
  const { profile } = usePortalStart()
  if (at === null) return t(texts.never)
  if (at !== undefined) return <time dateTime={at}>{formatInstant(profile, at)}</time>
  return count === undefined ? text : groupThousands(count)
}
