-- The survey's questions and answers in plain words. What an answer stores is unchanged.
update survey_question set prompt = 'How do you usually pay your bill?' where sequence = 3;
update survey_question set prompt = 'How did you hear about this portal?' where sequence = 4;
update survey_question set prompt = 'What could we do better?' where sequence = 10;
update survey_possible_answer set description = 'On my bill' where sequence = 4 and value = 'BILL';
update survey_possible_answer set description = 'In the news' where sequence = 4 and value = 'NEWS';
update survey_possible_answer set description = 'Online' where sequence = 4 and value = 'WEB';
