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
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import { groupThousands } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import { viewNames } from '../console-view.ts'
import { Found, Updated } from '../lists/list-screen.tsx'
import { type Column, ListTable } from '../lists/list-table.tsx'
import { At } from '../view-parts/times.tsx'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import box from '#ui/page/card.module.css'
import list from '../lists/console-list.module.css'
import classes from './system-status.module.css'

/** What runs at night and in the background: what is wrong, since when, and what to do (docs/operations.md). */
export function SystemStatusView() {
  const found = useQuery({
    queryKey: ['system-status'],
    queryFn: async ({ signal }) => await send(readSystemStatus, { signal }),
  })
  return (
    <ViewFrame
      title={t(viewNames['system-status'])}
      lead={t('What runs at night and in the background. Problems here are emailed once a day, too.')}
    >
      <Found query={found} loading={t('Loading the system status')} rows={10}>
        {(status) => <Status status={status} onRefresh={found.refetch} />}
      </Found>
    </ViewFrame>
  )
}

interface StatusProps {
  readonly status: SystemStatus
  readonly onRefresh: () => unknown
}

function Status({ status: { asOf, parts }, onRefresh }: StatusProps) {
  const troubles = parts.flatMap((part) => part.troubles)
  return (
    <div className={list.view}>
      <Updated at={asOf} onRefresh={onRefresh} />
      <div role="status">
        <Notice
          tone={troubles.length === 0 ? 'success' : 'error'}
          title={
            troubles.length === 0
              ? t('No problems found.')
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
    <section className={list.part} aria-labelledby="system-troubles">
      <h2 id="system-troubles">{t('What is wrong')}</h2>
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
    <section className={list.part} aria-labelledby="system-parts">
      <h2 id="system-parts">{t('Parts')}</h2>
      <ListTable
        look="short"
        aria-labelledby="system-parts"
        columns={columns}
        rows={parts}
        keyOf={({ part }) => part}
      />
    </section>
  )
}

const columns: readonly Column<SystemPart>[] = [
  { name: t('Part'), kind: 'head', value: ({ part }) => t(systemParts[part]) },
  {
    name: t('Status'),
    value: ({ state }) => <Chip tone={tones[state]}>{t(systemStates[state])}</Chip>,
  },
  { name: t(texts.details), isPlain: true, value: ({ facts }) => <Facts facts={facts} /> },
]

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
  if (at === null) return t('Never')
  if (at !== undefined) return <At instant={at} />
  return count === undefined ? text : groupThousands(count)
}
