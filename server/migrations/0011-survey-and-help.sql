-- The satisfaction survey (C§2.5, design R23) and the tickets of Help & Support (C§3).

-- The ten questions. One without possible answers is answered in one's own words.
create table survey_question (
  -- The answer to it is surveyAns{sequence}.
  sequence integer primary key check (sequence between 1 and 10),
  prompt text not null
);
create table survey_possible_answer (
  sequence integer not null references survey_question,
  position integer not null,
  -- What an answer carries; never given another meaning.
  value text not null,
  description text not null,
  primary key (sequence, position),
  unique (sequence, value)
);

insert into survey_question (sequence, prompt) values
  (1, 'How long have you been our customer?'),
  (2, 'What kind of customer are you?'),
  (3, 'How do you mostly pay your bill?'),
  (4, 'How did you get to know this portal?'),
  (5, 'How satisfied are you with the quality of your water?'),
  (6, 'How satisfied are you with the reliability of your water service?'),
  (7, 'How easy is your bill to understand?'),
  (8, 'How easy is this portal to use?'),
  (9, 'How satisfied are you with our customer service?'),
  (10, 'What should we do better?');

insert into survey_possible_answer (sequence, position, value, description) values
  (1, 1, 'LESS1', 'Less than 1 year'), (1, 2, '1TO5', '1 to 5 years'),
  (1, 3, '6TO10', '6 to 10 years'), (1, 4, 'MORE10', 'More than 10 years'),
  (2, 1, 'HOME', 'Residential'), (2, 2, 'BUSINESS', 'Business'),
  (2, 3, 'GOVERNMENT', 'Government'), (2, 4, 'OTHER', 'Other'),
  (3, 1, 'PORTAL', 'On this portal'), (3, 2, 'PHONE', 'By phone'), (3, 3, 'OFFICE', 'At an office'),
  (3, 4, 'MAIL', 'By mail'), (3, 5, 'AUTO', 'Automatically from my bank account'),
  (4, 1, 'BILL', 'From my bill'), (4, 2, 'OFFICE', 'At an office'), (4, 3, 'NEWS', 'From the news'),
  (4, 4, 'FRIEND', 'From family or friends'), (4, 5, 'WEB', 'From the internet'),
  (7, 1, 'VE', 'Very easy'), (7, 2, 'E', 'Easy'), (7, 3, 'N', 'Neither easy nor difficult'),
  (7, 4, 'D', 'Difficult'), (7, 5, 'VD', 'Very difficult'),
  (8, 1, 'VE', 'Very easy'), (8, 2, 'E', 'Easy'), (8, 3, 'N', 'Neither easy nor difficult'),
  (8, 4, 'D', 'Difficult'), (8, 5, 'VD', 'Very difficult');
insert into survey_possible_answer (sequence, position, value, description)
  select sequence, position, value, description
  from unnest(array[5, 6, 9]) as sequence,
    (values (1, 'VS', 'Very satisfied'), (2, 'S', 'Satisfied'), (3, 'N', 'Neither satisfied nor dissatisfied'),
      (4, 'D', 'Dissatisfied'), (5, 'VD', 'Very dissatisfied')) as scale (position, value, description);

-- One submission of the survey. No sweep touches it.
create table survey_submission (
  id bigint generated always as identity primary key,
  person_id text not null check (person_id ~ '^[0-9]{10}$'),
  username text not null,
  -- As the customer's page sent it: `last, first`.
  full_name text not null,
  submitted_at timestamptz not null
);
create index survey_submission_submitted on survey_submission (submitted_at);

-- Only questions that were answered.
create table survey_answer (
  submission_id bigint not null references survey_submission on delete cascade,
  sequence integer not null references survey_question,
  answer text not null check (answer <> ''),
  primary key (submission_id, sequence)
);

-- A ticket to customer service. It stays, whether or not the letter about it could be delivered.
create table help_ticket (
  id bigint generated always as identity primary key,
  person_id text not null check (person_id ~ '^[0-9]{10}$'),
  -- The account it is about, or null.
  account_id text check (account_id ~ '^[0-9]{10}$'),
  full_name text not null,
  email_address text not null,
  contact_type text not null check (contact_type in ('TECHNICAL', 'COMPLAINT')),
  message text not null,
  sent_at timestamptz not null
);
create index help_ticket_sent on help_ticket (sent_at);
create index help_ticket_person on help_ticket (person_id, sent_at desc);
