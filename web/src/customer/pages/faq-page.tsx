import { faqTexts } from '@portal/contract/page-words'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import type { UtilityProfile } from '@portal/contract/utility'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import box from '#ui/page/card.module.css'
import classes from './faq-page.module.css'

/** `/faq` (C§2.9): four collapsible sections, the first one and the one in the address open, and a link back. */
export function FaqPage() {
  const { profile } = usePortalStart()
  return (
    <div className={classes.page}>
      <PageHeading title={faqTexts.title} />
      <p className={classes.lead}>Choose a topic to see its questions and answers.</p>
      <div className={classes.sections}>
        {faqSections(profile).map(({ id, title, topics }, index) => (
          <details
            key={id}
            id={id}
            className={`${box.box} ${classes.section}`}
            open={index === 0 || location.hash === `#${id}`}
          >
            <summary>
              <h2>{title}</h2>
            </summary>
            <div className={classes.topics}>
              {topics.map(({ question, answer }) => (
                <section key={question} className={classes.topic}>
                  <h3>{question}</h3>
                  {answer}
                </section>
              ))}
            </div>
          </details>
        ))}
      </div>
      <div className={classes.actions} data-no-print>
        <ButtonLink to={paths.home} look="secondary" icon={<BackIcon />}>
          {faqTexts.back}
        </ButtonLink>
      </div>
    </div>
  )
}

interface Topic {
  readonly question: string
  readonly answer: ReactNode
}

interface Section {
  /** The fragment of the section's address, as in `/faq#logging-in`. */
  readonly id: string
  readonly title: string
  readonly topics: readonly Topic[]
}

/** The frequently asked questions with their answers (C§2.9). */
function faqSections(profile: UtilityProfile): readonly Section[] {
  const [registration, loggingIn, using, contact] = faqTexts.sections
  return [
    { id: 'user-registration', title: registration, topics: registrationTopics(profile) },
    { id: 'logging-in', title: loggingIn, topics: loginTopics(profile) },
    { id: 'using-the-portal', title: using, topics: usingTopics() },
    { id: 'contact-us', title: contact, topics: contactTopics(profile) },
  ]
}

function registrationTopics({ earlierSite, phones, customerServiceHours }: UtilityProfile): Topic[] {
  return [
    ...(earlierSite
      ? [
          { question: 'Why did the payment system change?', answer: <p>{earlierSite.whyChanged}</p> },
          {
            question: 'I registered on the old payment site. Do I need to register again?',
            answer: <p>{earlierSite.registerAgain}</p>,
          },
        ]
      : []),
    {
      question: 'What do I need to register?',
      answer: (
        <ul>
          <li>Your 10-digit account number and the zip code of your mailing address, both on your bill</li>
          <li>A username and a password of 8 to 15 characters</li>
          <li>An email address and at least one phone number</li>
          <li>A security question that only you can answer</li>
        </ul>
      ),
    },
    {
      question: `Why does it say "${signUpTexts.registered}"?`,
      answer: (
        <p>
          This account number has already been used to register, by you or by another person on the account. Use “Forgot
          username?” on the login page to get the username. If that doesn’t help, call customer service at{' '}
          {numbersOf(phones)} ({customerServiceHours}).
        </p>
      ),
    },
  ]
}

function loginTopics({ earlierSite, phones, customerServiceHours }: UtilityProfile): Topic[] {
  return [
    ...(earlierSite
      ? [
          {
            question: 'Can I use my old username and password?',
            answer: <p>{earlierSite.oldCredentials}</p>,
          },
        ]
      : []),
    {
      question: `Why does it say "${faqTexts.lockedOut}"?`,
      answer: (
        <p>
          After 5 wrong passwords in a row, we lock your online account to protect it. To unlock it, call customer
          service at {numbersOf(phones)} ({customerServiceHours}), or set a new password with “Forgot password?” on the
          login page.
        </p>
      ),
    },
  ]
}

function usingTopics(): Topic[] {
  return [
    {
      question: 'Can I pay without registering?',
      answer: (
        <p>
          Yes. With <Link to={paths.payNow}>Pay Now</Link>, you need only the account number and billing zip code from
          your bill. You can pay one account at a time.
        </p>
      ),
    },
    {
      question: 'I have several accounts. Do I need to register each one?',
      answer: (
        <p>
          No. Register once, with any of your account numbers. All accounts linked to you appear on your dashboard, and
          you can pay several in one payment. If one is missing, call customer service to have it linked.
        </p>
      ),
    },
    {
      question: 'Is there a limit on what I can pay?',
      answer: (
        <p>
          There’s no payment maximum for Visa, Mastercard and Discover. A single payment can be up to $99,999.99. To pay
          more, make another payment. Your bank may have its own limits.
        </p>
      ),
    },
  ]
}

function contactTopics(profile: UtilityProfile): Topic[] {
  return [
    {
      question: 'When are your offices open?',
      answer: (
        <dl className={classes.offices}>
          {profile.offices.map((office) => (
            <div key={office.name}>
              <dt>{office.name}</dt>
              {[office.address, ...office.hours].map((line) => (
                <dd key={line}>{line}</dd>
              ))}
            </div>
          ))}
        </dl>
      ),
    },
    {
      question: 'How do I contact customer service?',
      answer: (
        <>
          <p>{profile.customerServiceHours}, local time</p>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </>
      ),
    },
  ]
}

function numbersOf([first]: UtilityProfile['phones']): ReactNode {
  return first ? <a href={`tel:${first.number}`}>{first.number}</a> : null
}
