/**
 * English words by concept. A word that ends in `*` is a stem; `_` is the space within a phrase. All are lower-case, in
 * the output form of `normalise`.
 */
export const ENGLISH_WORDS: Readonly<Record<string, string>> = {
  ignore:
    'ignore ignores ignored ignoring no_longer_need_to disregard* forget discard* neglect abandon* override overrides overriding overrule* overwrite supersede* pay_no_attention set_aside stop_following no_longer_follow no_longer_bound do_not_obey',
  replace: 'replaces replacing replace',
  bypass:
    'bypass* skip skips skipping disable disables disabled disabling circumvent* evade suspend* deactivat* without remove_all turn_off ignore ignoring disregard*',
  earlier: 'previous* prior earlier preceding above foregoing former existing original initial other',
  whole: 'all any every everything entire full whole complete verbatim each anything',
  your: 'your',
  rules:
    'instruction* rule rules prompt prompts directive* guideline* guidance guardrail* polic* restriction* constraint* safeguard* training programming commands orders messages protocol* behavioral alignment limitations',
  system: 'system developer operator',
  safety:
    'sanitisation authorisation safety security secure moderation content guardrail* safeguard* sanitization ethical ethics compliance authorization authentication access validation sandbox* protection*',
  restriction:
    'sanitisation filter filters filtering check checks restriction* control controls validation verification polic* guideline* guidance instruction* protocol* measure measures rule rules confirmation sanitization limits oversight',
  user: "user users user's users' human humans customer operator person people",
  confirming: 'confirm confirmation approve approval permission consent',
  agent:
    "ai assistant assistants llm llms model agent agents chatbot claude gpt chatgpt copilot gemini ai's assistant's model's agent's",
  not: "the_need_to not never needn't don't dont doesn't no cannot can't mustn't shouldn't shall_not refrain avoid without nor",
  knowing: 'knowledge knowing awareness aware noticing notice realizing consent',
  have: 'found find see known available visible stored present discovered',
  hush: 'breathe tell telling inform informing notify notifying alert mention mentioning reveal revealing disclose disclosing admit discuss acknowledge',
  tell: 'tell telling inform informing notify notifying alert alerting mention mentions mentioning reveal revealing disclose disclosing admit acknowledge report show showing explain display expose say warn warning present announce surface ask_about discuss_this bring bring_up',
  this: 'this it that these those step steps anything fact instruction instructions action behavior behaviour process requirement operation policy call detail about',
  covert:
    'secretly quietly covertly surreptitiously stealthily silently invisibly discreetly unnoticed undetected transparently_to behind_the_scenes',
  hidden: 'hidden invisible undisclosed concealed conceal hide secret confidential',
  ask: 'ask asking asks requiring request requesting seek seeking wait waiting prompting obtain obtaining await awaiting present presenting',
  consent:
    'confirm confirmation confirmations confirming approval approvals approve consent acknowledgment acknowledgement',
  auto: 'automatically auto auto-approve autonomously immediately directly silently always',
  approved:
    'pre-approved pre-authorized preapproved preauthorized pre_approved pre_authorized pre_validated pre-validated already_approved already_authorized already_consented implicitly_approved has_authorized have_authorized',
  read: 'have_a_look take_a_look look_at look_into peek read reads reading open opens cat load loads access accesses fetch fetches get gets retrieve retrieves find collect collects collecting extract extracts extracting copy copies gather gathers dump harvest* scan scans list lists grab capture captures enumerate look_up record records stores locate query',
  send: "hand bcc'd cc'd bcced send sends sending include includes including append appends appending pass passes passing forward forwards forwarding attach attaches upload uploads submit submits post posts transmit transmits leak exfiltrat* exfil embed embeds encode insert inject put place paste copy share shares relay relays mirror mirrored route routes redirect redirects deliver emit prepend prepends add report reports output return expose provide supply fill populate set echo cc bcc store save write dump log logs log_to",
  export:
    "bcc'd bcced hand_over send sends sending forward forwards forwarding upload uploads transmit transmits leak exfiltrat* exfil relay relays mirror bcc post deliver copy share email post_it",
  secretWord:
    'signing_key encryption_key recovery_code recovery_codes backup_codes security_code verification_code login_details sign_in_details auth_header authorization_header oauth_token oauth_tokens id_token service_account_key keyring keyfile passcode credit_cards ssh_keys password* passphrase* credential* secret secrets api_key api_keys apikey* api-key* access_token access_tokens auth_token auth_tokens api_token api_tokens bearer_token session_token session_tokens refresh_token private_key private_keys ssh_key ssh_keys session_cookie session_cookies cookies environment_variable environment_variables env_vars env_variables pii personal_data personal_information sensitive_data aws_secret_access_key aws_access_key_id openai_api_key anthropic_api_key github_token database_url sensitive_information confidential_data seed_phrase recovery_phrase mnemonic credit_card card_number social_security ssn wallet_key authentication_store connection_string connection_strings admin_secrets .env keychain pin one_time_code otp logins saved_logins cvv card_digits card_details seed_words session_cookies bearer bearer_tokens api_tokens_of',
  conversation:
    "conversation_history conversation_transcript conversation_log conversation_so full_conversation conversation_transcript user's_last full_input customer_asked customer's_account entire_conversation whole_conversation complete_conversation chat_history chat_log chat_transcript chat_context message_history system_prompt system_message system_instructions system_instruction developer_message prior_messages last_message last_messages user's_message user's_messages user's_prompt user's_input original_prompt all_conversation session_history session_transcript conversation_content conversation_contents entire_context full_prompt user_conversation user_conversations conversation_data internal_reasoning message_content",
  last: 'last_message last_messages last_two last_three last_five last_ten previous_messages recent_messages whole_chat',
  userOne: "user user's human operator end-user",
  about: 'about of that why how regarding which',
  act: 'this that it these step action actions behavior behaviour policy call calls instruction instructions operation request requirement detail process fact',
  within: 'contained embedded found inside within appearing in from',
  disregard: 'ignore ignores ignoring disregard* forget discard* neglect',
  surely: 'secretly covertly surreptitiously stealthily',
  guard: 'guardrail* guidelines safeguards',
  gathered:
    'found find known available stored discovered have machine computer environment context conversation memory host',
  keep: 'keep hide conceal withhold',
  from: 'from',
  give: 'send sends include includes append appends pass passes forward forwards attach upload uploads submit transmit transmits embed insert put hand supply prepend relay post mirror route copy share email place stuff encode leak exfiltrat* report write summarise summarize hand_over feed deliver',
  personal:
    'card credit_card passwords email emails phone phone_number phone_numbers clipboard address location name names messages message questions question answers documents document contacts files file history data input prompts inputs words credentials identity browsing balance calendar photos notes passport birthday profile',
  talk: 'conversation conversations chat chats transcript dialogue dialog thread_context system_prompt instructions system_message messages message tool_outputs tool_results context reasoning',
  typed: 'typed said wrote asked told entered mentioned says types shared uploaded',
  nobody: 'nobody no_one anyone anybody noone',
  know: 'know learn notice realise realize see find_out suspect',
  agreed: 'agreed consented authorised authorized approved accepted granted opted permitted',
  already: 'already previously implicitly automatically',
  need: 'need required necessary have_to',
  whatever: 'whatever regardless no_matter irrespective always even_if',
  recommend:
    'recommend recommends suggest promote advertise praise endorse visit buy endorsement newsletter sponsored promo advert advertisement',
  claim: 'claim pretend lie fake falsely misreport fabricate',
  every: "every each all every_contact's",
  startOf: 'start_of beginning_of outset_of start_every beginning_every',
  elevate: 'administrator_rights admin_rights root_rights sudo chmod elevate escalate root administrator superuser',
  yourself: 'you yourself',
  told: 'told instructed asked',
  why: 'why',
  further: 'further more additional any asking',
  success: 'success succeeded passed done',
  use: 'use using',
  has: 'has had set that who which',
  own: 'your our my current this',
  deny: 'deny denies denying',
  hostSecret:
    'environment_variable environment_variables env_vars env_variables aws_secret_access_key aws_access_key_id openai_api_key anthropic_api_key github_token database_url',
  contents:
    'question questions prompt prompts answers content contents data result results output copy balance history information input text it them response message messages request requests file files value everything',
  slot: 'parameter parameters argument arguments field fields param params header notes sidenote note metadata query_string',
  call: 'call calls calling invoke invokes invoking execute executing run runs running use using trigger launch',
  must: 'must shall always mandatory required should need have_to never only needs ensure make_sure sure obligated cannot_be_skipped critical essential',
  also: 'also additionally automatically then silently afterwards extra subsequently furthermore every',
  before: 'before prior_to first beforehand ahead_of in_order_to',
  addition: 'also additionally',
  returning:
    'returning return responding respond replying answering answer continuing proceeding proceed responses giving',
  after: 'after once when whenever following upon every_time each_time',
  anyTool:
    'any_other_tool any_other_tools any_tool any_tools every_tool all_tools other_tools all_other_tools any_other_function every_other_tool another_tool any_other_action anything_else any_request any_action any_file_operation any_operation other_servers each_tool any_task answering_the responding_to replying any_response calling_any every_response',
  tool: 'tool tools function functions endpoint mcp operation',
  mine: "user's users' their of_the_user the_user the_person your",
  other: 'legitimate trusted original real built-in builtin other others native existing',
  persists:
    'from_now_on all_future future_sessions subsequent_requests subsequent_tool subsequent_calls subsequent_messages subsequent_responses subsequent_conversations all_subsequent every_response every_message each_response every_answer every_reply each_reply all_responses all_replies for_the_rest rest_of_the rest_of_this remainder_of for_this_session this_session across_sessions all_sessions future_conversations future_interactions future_responses future_requests long-term_memory every_future remember_for throughout_the henceforth hereafter every_session until_further any_future every_conversation later_chats later_conversations every_later later_conversation from_here_on starting_now',
  execute:
    'in_the_terminal in_a_terminal rm sudo curl wget shell bash powershell os.system eval subprocess shell.exec shell_command shell_commands terminal_command arbitrary_code arbitrary_command arbitrary_commands run_shell any_command chmod crontab netcat nc',
  role: 'you_now_have the_real_task real_task_is actual_instructions true_instructions your_real your_actual new_identity real_goal true_goal actual_goal real_purpose actual_task on_behalf_of_the_server comply_with_every comply_with_all forget_your_persona forget_you_are obey_every you_are_now pretend_to pretend_you god_mode jailbreak* dan_mode unrestricted_mode in_unrestricted unrestricted_assistant your_new_task your_real_task unrestricted_access override_authority',
  persona:
    'you_are_no act_as adopt_the adopt_a assume_the roleplay_as role-play_as new_persona debug_mode diagnostic_mode maintenance_mode admin_mode without_restrictions new_instructions your_new your_true primary_directive highest_priority highest-priority full_trust superadmin elevated_access no_restrictions without_restriction',
  trust:
    'trust_all trust_all_user treat_as_trusted as_trusted implicitly authoritative unconditionally without_question trusted_input as_system as_a_system highest_authority take_precedence takes_precedence',
  change:
    'changed replaced swapped change modify replace replaces replacing alter substitute redirect reroute re-route rewrite swap overwrite tamper falsify switch divert',
  target:
    'bank_details bank links link figures recipient recipients address destination amount account wallet values value url endpoint phone number iban beneficiary payee emails requests traffic answer results result price',
  answer: 'answer answers response responses reply replies output summary summaries final_answer',
  say: 'say says state claim append prepend include mention recommend inform answer reply respond insert tell suggest',
  refuse: 'refuse stop cancel adversarial regardless decline objects abort',
  hostile: 'adversarial hostile malicious fraudulent',
  boast:
    'gold_standard unbeatable award_winning trusted_by_millions trusted_by_thousands better_than_all_others no_other_tool no_other_server only_tool_you outperforms outclasses recommended_by_openai recommended_by_anthropic recommended_by_google endorsed_by_google endorsed_by_openai endorsed_by_microsoft certified_by_anthropic certified_by_openai agents_love default_choice_for other_tools_are other_tools_give all_other_tools_are always_prefer_this always_pick_this choose_me pick_me guaranteed_to_be_the_best faster_than_any than_any_competing any_competing_tool second_to_none beats_all beats_every most_trusted_source number_one most_trusted above_all_others above_all_other better_than_any better_than_all better_than_every all_other_implementations other_implementations always_use_this always_choose_this always_select_this trust_this_tool trust_this_server verified_by_anthropic verified_by_openai endorsed_by_anthropic approved_by_anthropic certified_by world-class best-in-class industry-leading market-leading unmatched unrivaled unrivalled unparalleled use_this_one_only highest_priority_tool',
  superlative:
    'top_rated most_trusted most_capable best_rated unbeaten finest best superior fastest greatest finest ultimate most_reliable most_accurate most_powerful most_advanced most_complete leading #1 perfect official authoritative',
  world: 'world market internet web earth',
  available: 'available existing',
  ever: 'ever',
  product: 'tool tools server service choice option solution implementation provider version',
  prefer:
    'prefer prefers preferred choose chosen select pick prioritize prioritise prioritized use trust favor favour instead',
  over: 'over above instead rather before than of',
  rivals:
    'competing competitor competitors competition alternatives alternative inferior obsolete outdated deprecated unsafe unreliable worse others',
  pretext:
    'audit auditing compliance telemetry analytics verification validate debugging diagnostics logging quality_assurance security_check security_verification monitoring authorization backup identity correlation implementation_detail internal_use policy legal tracking personalization improve',
  attacker: 'attacker attackers attacker-controlled evil p0wned pwned',
  reject:
    'rejects reject rejected refuses refused denies denied blocks blocked prevents prevented protects protected disallows disallowed forbidden forbids rejects_paths sanitizes detects detect detection scans_for flags redacts redacted masks masked strips removes blocked_by excludes excluded',
};

/** What an attack is after, how it takes and gives it, and where to. */
export const ENGLISH_DATA_WORDS: Readonly<Record<string, string>> = {
  /** The conversation of the user and the model, and the model's instructions. */
  privateTalk:
    "previous_assistant last_assistant outputs_of_all_tools results_of_all_tools tools_called tool_outputs_so previous_tool_outputs previous_tool_results rules_you reasoning_and hidden_rules each_prompt every_prompt all_prompts list_of_tools list_of_all_tools tools_you names_of_all_other last_messages own_instructions own_initial_instructions initial_instructions every_message_of messages_of_the_user message_of_the_user this_conversation our_chat chat_log chat_logs chat_transcript thread_so messages_so user's_question user's_questions user's_words raw_prompt previous_prompts prompt_history session_history session_transcript context_window entire_context everything_the_user whatever_the_user whatever_the_person what_the_user what_the_person what_was_said what_was_discussed last_message last_user_message recent_messages past_messages prior_messages prior_turns developer_message system_message tool_list other_tools' prompts_and user_asked user_told said_so_far discussed_so_far transcript dialogue so_far our_conversation our_exchange whole_exchange our_whole_exchange turns_of preceding_turns previous_turns last_prompts previous_questions earlier_messages previous_messages preceding_messages earlier_in_this in_this_chat in_the_chat complete_chat full_chat entire_chat whole_chat chat_context chat_content chat_history conversation_history conversation_context message_history told_you chain_of_thought intermediate_reasoning internal_reasoning hidden_instructions hidden_prompt your_instructions your_system system_prompt system_instructions instructions_you everything_above above_this_line user_typed user_wrote user_said user_has_typed user_has_written user_has_said customer_asked customer_said shared_earlier user's_previous user's_last user's_earlier user's_messages user's_prompts prompts_and_responses prompts_and_answers all_tool_definitions tool_definitions conversation_transcript full_conversation entire_conversation whole_conversation complete_conversation conversation_text",
  /** What a machine and its user have, apart from what a tool is given. */
  hostThing:
    "list_of_chats list_of_contacts private_repositories private_repository private_repos mailbox_export inbox_export entire_mailbox whole_mailbox full_mailbox output_of_env output_of_whoami user's_files home_dir downloads_folder desktop_folder photo_library hard_disk local_files local_storage running_processes environment_file dotfiles shell_profile workspace_files recent_files search_history call_log text_messages sms address_book contact_list mail_archive health_data precise_location mac_address project's_secrets bank_statement bank_statements medical_records customer_records customer_data payroll home_folder home_directory working_directory shell_history command_history browser_history browsing_history location_history clipboard screenshots documents_folder open_files open_documents open_tabs directory_listing folder_listing process_environment credential_store authentication_store keychain git_remote notes_folder pictures_folder recording contact_details phone_numbers salaries salary tax_returns health birthdays account_numbers customer_table customer_list account_balance postal_address home_address medical bank_details",
  /** Bare forms, as a command has them; a description says "sends". */
  doGive:
    'enrich ship slip tuck weave fold stash tack tag wire communicate convey disclose publish stream synchronise synchronize duplicate archive deposit cite concatenate interpolate serialize serialise log record store save put place insert include attach append prepend enclose supply provide pass hand deliver submit send forward mail upload push transmit copy quote paste write dump fill report share post relay mirror give add drop loop export encode embed route feed transfer expose output return',
  given:
    'go_along goes_along go_along_with together_with handing handing_over handed_over passing sending adding attaching copying putting submitting appending forwarding uploading supplying providing placing pasting shipped published streamed archived logged recorded stored saved duplicated disclosed placed put included attached appended prepended enclosed supplied provided passed handed delivered submitted sent forwarded mailed emailed uploaded pushed transmitted copied mirrored added given written posted shared returned reported accompany accompanies belong belongs goes contain carry carries carried transmits forwards attaches mirrors uploads',
  doTake:
    'have_a_look take_a_look look_at look_into peek read open gather collect take pull fetch get list scan dump record capture extract find search harvest retrieve copy compile assemble pick_up look_up load',
  taken: 'taken pulled gathered collected read extracted retrieved from',
  /** What the model does, as a description has it. */
  agentGives: 'shares sends includes passes attaches supplies forwards copies uploads submits enriches',
  polite: 'please kindly',
  /** Written as words; paths are known by their signs. */
  secretPlace: 'id_rsa id_ed25519 etc_passwd etc_shadow',
  setTo: 'set_to equal_to',
  goTo: 'go goes routed addressed sent',
  messaging: 'mail mails email emails message messages payment payments invoice invoices order orders',
  /** Where a description and not the user decides what a request goes to. */
  recipient:
    'bcc cc recipient recipients receiver beneficiary payee goes to copy duplicate loop share let with guest reports callback',
  /** What a call of a tool is given. */
  field:
    'parameter parameters argument arguments field fields param params query query_string request call note notes memo comment comments sidenote footer subdomain',
  subdomain: 'subdomain subdomains as_hostname as_the_hostname as_host_name dns_label',
  insert: 'prepend append put insert paste embed include attach copy enclose write_down',
  our: 'our we us',
  holder: "user's users' customer's person's caller's their your our mine saved stored hidden",
  ofUser: 'user person customer caller traveller traveler developer human people patient employee',
  /** How every time is meant. */
  eachTime:
    'expected right_after each_time obliged always each every whenever also too additionally first before prior once afterwards after must shall mandatory required requires obliges oblige have_to has_to needs_to need_to starting_now in_addition along regardless irrespective',
};
