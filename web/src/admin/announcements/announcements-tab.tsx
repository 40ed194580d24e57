import { announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { type ConsoleViewProps, viewNames } from '../console-view.ts'
import { Retry, ViewFrame } from '../view-parts/view-frame.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementList, DeleteAnnouncements } from './announcement-list.tsx'
import { hasMedia } from './draft.ts'
import { type OpenedForm, recallForm } from './form-memory.ts'
import { useAnnouncementList } from './use-announcement-list.ts'
import classes from './announcements.module.css'

const reasonId = 'add-text-reason'

/** Announcements (A§2): the System Pop up, and those with an image or video (R17). */
export function AnnouncementsTab({ session }: ConsoleViewProps) {
  // Another administrator who logs in in another tab must not go on with what this one has typed.
  return <Announcements key={session.id} adminId={session.id} />
}

function Announcements({ adminId }: { readonly adminId: number }) {
  const { announcements, refresh, toggle } = useAnnouncementList()
  const { form, restored, open, close } = useOpenForm(adminId)
  const [tab, setTab] = useState<'text' | 'media'>(restored && hasMedia(restored.draft) ? 'media' : 'text')
  const [ticks, setTicks] = useState<ReadonlySet<number>>(new Set())
  const [isDeleting, setDeleting] = useState(false)
  if (form) return <AnnouncementForm {...form} adminId={adminId} refresh={refresh} onClose={close} />

  const add = (media: boolean) => {
    open({ draft: { kind: 'add', hasMedia: media }, typed: null })
    // Show the list that the new one will be in.
    setTab(media ? 'media' : 'text')
  }
  const all = announcements.data ?? []
  const inTab = all.filter(({ type }) => (type === null) === (tab === 'text'))
  const ticked = inTab.filter(({ id }) => ticks.has(id))
  const hasText = all.some(({ type }) => type === null)
  return (
    <ViewFrame
      title={t(viewNames.announcements)}
      lead={t('What customers see on the login page. Changes appear immediately.')}
      actions={
        <>
          <Button
            blocked={hasText || !announcements.data}
            describedBy={hasText ? reasonId : undefined}
            onClick={() => add(false)}
          >
            {t(announcementConsoleTexts.addText)}
          </Button>
          <Button onClick={() => add(true)}>{t(announcementConsoleTexts.addImageVideo)}</Button>
          <Button look="secondary" blocked={ticked.length === 0} onClick={() => setDeleting(true)}>
            {t(announcementConsoleTexts.deleteSelected)}
          </Button>
          <ButtonLink look="quiet" to={paths.adminDashboard} search={{ view: 'broadcasts' }}>
            {t(viewNames.broadcasts)}
          </ButtonLink>
        </>
      }
    >
      {hasText ? (
        <p id={reasonId} className={classes.reason}>
          {t(announcementConsoleTexts.onePopUpOnly)}
        </p>
      ) : null}
      {announcements.isPending ? (
        <Loading what={t('Loading announcements')} />
      ) : (
        <InnerTabs
          label={t('Announcement types')}
          tabs={{ text: t(announcementConsoleTexts.systemPopUp), media: t(announcementConsoleTexts.imageVideo) }}
          current={tab}
          onChoose={setTab}
        >
          {announcements.isError ? <Retry error={announcements.error} onTryAgain={announcements.refetch} /> : null}
          {announcements.data ? (
            <AnnouncementList
              announcements={inTab}
              ticks={ticks}
              onTick={setTicks}
              onToggle={toggle}
              onEdit={(announcement) => open({ draft: { kind: 'edit', announcement }, typed: null })}
            />
          ) : null}
        </InnerTabs>
      )}
      {isDeleting ? (
        <DeleteAnnouncements
          announcements={ticked}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setTicks(new Set())
            void refresh()
          }}
        />
      ) : null}
    </ViewFrame>
  )
}

interface InnerTabsProps<Tab extends string> {
  readonly label: string
  /** The name of each tab, in order. */
  readonly tabs: Readonly<Record<Tab, string>>
  readonly current: Tab
  readonly onChoose: (tab: Tab) => void
  /** The content of the current tab. */
  readonly children: ReactNode
}

/** Tabs within a view. Only the current one is in the tab order; the arrow keys choose another. */
export function InnerTabs<Tab extends string>({ label, tabs, current, onChoose, children }: InnerTabsProps<Tab>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const names = Object.keys(tabs).filter((name): name is Tab => name in tabs)
  const choose = (event: KeyboardEvent, index: number) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (index + step + names.length) % names.length
    const name = names[next]
    if (name === undefined) return
    onChoose(name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className={classes.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={classes.tabList}>
        {names.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChoose(name)}
            onKeyDown={(event) => choose(event, index)}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </div>
  )
}

const route = getRouteApi(paths.adminDashboard)

/**
 * The form for an announcement as an entry of its own in the browser's history: Back leads from it to the list. What is
 * in the form is not in the address.
 */
export function useOpenForm(adminId: number) {
  const [restored] = useState(() => recallForm(adminId))
  const [opened, setOpened] = useState<OpenedForm | null>(restored)
  const isInAddress = route.useSearch()['form'] === 'open'
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const enter = () => void navigate({ search: { view: 'announcements', form: 'open' } })
  const settleAddress = useEffectEvent(() => {
    if (restored && !isInAddress) enter()
    if (!restored && isInAddress) void navigate({ search: { view: 'announcements' }, replace: true })
  })
  useEffect(() => settleAddress(), [])
  return {
    /** The form to show; null for the list. */
    form: isInAddress ? opened : null,
    /** The unsaved announcement with which the page was opened (docs/readings.md), if any. */
    restored,
    open(wanted: OpenedForm) {
      setOpened(wanted)
      enter()
    },
    /** Goes back to the list, without asking: what was typed has been saved or given up. */
    close() {
      setOpened(null)
      history.back({ ignoreBlocker: true })
    },
  }
}
