/** What an attack is after, how it takes and gives it, and where to. Written as in english-words.ts. */
export const ENGLISH_DATA_WORDS: Readonly<Record<string, string>> = {
  /** The conversation of the user and the model, and the model's instructions. */
  privateTalk:
    "this_conversation our_chat chat_log chat_logs chat_transcript thread_so messages_so user's_question user's_questions user's_words raw_prompt previous_prompts prompt_history session_history session_transcript context_window entire_context everything_the_user whatever_the_user whatever_the_person what_the_user what_the_person what_was_said what_was_discussed last_message last_user_message recent_messages past_messages prior_messages prior_turns developer_message system_message tool_list other_tools' prompts_and user_asked user_told said_so_far discussed_so_far transcript dialogue so_far our_conversation our_exchange whole_exchange our_whole_exchange turns_of preceding_turns previous_turns last_prompts previous_questions earlier_messages previous_messages preceding_messages earlier_in_this in_this_chat in_the_chat complete_chat full_chat entire_chat whole_chat chat_context chat_content chat_history conversation_history conversation_context message_history told_you chain_of_thought intermediate_reasoning internal_reasoning hidden_instructions hidden_prompt your_instructions your_system system_prompt system_instructions instructions_you everything_above above_this_line user_typed user_wrote user_said user_has_typed user_has_written user_has_said customer_asked customer_said shared_earlier user's_previous user's_last user's_earlier user's_messages user's_prompts prompts_and_responses prompts_and_answers all_tool_definitions tool_definitions conversation_transcript full_conversation entire_conversation whole_conversation complete_conversation conversation_text",
  /** What a machine and its user have, apart from what a tool is given. */
  hostThing:
    "output_of_env output_of_whoami user's_files home_dir downloads_folder desktop_folder photo_library hard_disk local_files local_storage running_processes environment_file dotfiles shell_profile workspace_files recent_files search_history call_log text_messages sms address_book contact_list mail_archive health_data precise_location mac_address project's_secrets bank_statement bank_statements medical_records customer_records customer_data payroll home_folder home_directory working_directory shell_history command_history browser_history browsing_history location_history clipboard screenshots documents_folder open_files open_documents open_tabs directory_listing folder_listing process_environment credential_store authentication_store keychain git_remote notes_folder pictures_folder recording contact_details phone_numbers salaries salary tax_returns health birthdays account_numbers customer_table customer_list account_balance postal_address home_address medical bank_details",
  /** Bare forms, as a command has them; a description says "sends". */
  doGive:
    'ship slip tuck weave fold stash tack tag wire communicate convey disclose publish stream synchronise synchronize duplicate archive deposit cite concatenate interpolate serialize serialise log record store save put place insert include attach append prepend enclose supply provide pass hand deliver submit send forward mail upload push transmit copy quote paste write dump fill report share post relay mirror give add drop loop export encode embed route feed transfer expose output return',
  given:
    'passing sending adding attaching copying putting submitting appending forwarding uploading supplying providing placing pasting shipped published streamed archived logged recorded stored saved duplicated disclosed placed put included attached appended prepended enclosed supplied provided passed handed delivered submitted sent forwarded mailed emailed uploaded pushed transmitted copied mirrored added given written posted shared returned reported accompany accompanies belong belongs goes contain carry carries carried transmits forwards attaches mirrors uploads',
  doTake:
    'read open gather collect take pull fetch get list scan dump record capture extract find search harvest retrieve copy compile assemble pick_up look_up load',
  taken: 'taken pulled gathered collected read extracted retrieved from',
  /** Where a description and not the user decides what a request goes to. */
  recipient:
    'bcc cc recipient recipients receiver beneficiary payee goes to copy duplicate loop share let with guest reports callback',
  /** What a call of a tool is given. */
  field:
    'parameter parameters argument arguments field fields param params query query_string request call note notes memo comment comments sidenote footer subdomain',
  subdomain: 'subdomain subdomains hostname host_name dns_label',
  insert: 'prepend append put insert paste embed include attach copy enclose write_down',
  our: 'our we us',
  holder: "user's users' customer's person's caller's their your our mine saved stored hidden",
  ofUser: 'user person customer caller traveller traveler developer human people patient employee',
  /** How every time is meant. */
  eachTime:
    'expected right_after each_time obliged always each every whenever also too additionally first before prior once afterwards after must shall mandatory required requires obliges oblige have_to has_to needs_to need_to starting_now in_addition along regardless irrespective',
};
