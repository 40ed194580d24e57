import { announcementConsoleTexts } from '@portal/contract/announcement-editing-texts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/loading.tsx'
import { viewNames } from '../console-view.ts'
import { Retry } from '../shared/retry.tsx'
import { ViewFrame } from '../shared/view-frame.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementList } from './announcement-list.tsx'
import classes from './announcements.module.css'
import { DeleteAnnouncements } from './delete-announcements.tsx'
import type { Draft } from './draft.ts'
import { InnerTabs } from './inner-tabs.tsx'
import { useAnnouncementList } from './use-announcement-list.ts'

const reasonId = 'add-text-reason'

/** Announcements (A§2): the System Pop up, and those with an image or video (R17). */
export function AnnouncementsTab() {
  const { announcements, refresh, toggle } = useAnnouncementList()
  const [tab, setTab] = useState<'text' | 'media'>('text')
  const [draft, setDraft] = useState<Draft | null>(null)
  const [ticks, setTicks] = useState<ReadonlySet<number>>(new Set())
  const [isDeleting, setDeleting] = useState(false)
  if (draft) return <AnnouncementForm draft={draft} refresh={refresh} onClose={() => setDraft(null)} />

  const add = (media: boolean) => {
    setDraft({ kind: 'add', hasMedia: media })
    // Show the list that the new one will be in.
    setTab(media ? 'media' : 'text')
  }
  const all = announcements.data ?? []
  const inTab = all.filter(({ type }) => (type === null) === (tab === 'text'))
  const ticked = inTab.filter(({ id }) => ticks.has(id))
  const hasText = all.some(({ type }) => type === null)
  return (
    <ViewFrame
      title={viewNames.announcements}
      lead="What customers see on the login page. Changes show there at once."
      actions={
        <>
          <Button
            blocked={hasText || !announcements.data}
            describedBy={hasText ? reasonId : undefined}
            onClick={() => add(false)}
          >
            {announcementConsoleTexts.addText}
          </Button>
          <Button onClick={() => add(true)}>{announcementConsoleTexts.addImageVideo}</Button>
          <Button look="secondary" blocked={ticked.length === 0} onClick={() => setDeleting(true)}>
            {announcementConsoleTexts.deleteSelected}
          </Button>
        </>
      }
    >
      {hasText ? (
        <p id={reasonId} className={classes.reason}>
          {announcementConsoleTexts.onePopUpOnly}
        </p>
      ) : null}
      {announcements.isPending ? (
        <Loading what="Loading announcements" />
      ) : (
        <InnerTabs
          label="Kinds of announcements"
          tabs={{ text: announcementConsoleTexts.systemPopUp, media: announcementConsoleTexts.imageVideo }}
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
              onEdit={(announcement) => setDraft({ kind: 'edit', announcement })}
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
