/**
 * English words by concept. A word that ends in `*` is a stem; `_` is the space within a phrase. All are lower-case, in
 * the output form of `normalise`.
 */

/** What is commanded: the verbs, the rules, and the people and models in them. */
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

/** How an attack bears itself towards the user and the rules of the host. */
export const ENGLISH_CONDUCT_WORDS: Readonly<Record<string, string>> = {
  unsaid:
    "not_be_mentioned not_be_disclosed not_be_revealed not_to_be_disclosed unknown_to_the remain_unknown no_reason_to_bring no_reason_to_mention don't_comment not_comment_on not_to_trouble not_trouble_the unknown_to_them not_bother_the not_bother_them keep_that_secret keep_this_secret keep_it_secret stay_secret remain_secret stay_silent remain_silent keep_silent without_drawing_attention invisible_to_the_user hidden_from_the_user out_of_sight not_let_on hide_this_from omit_this_from exclude_this_from keep_hidden not_visible_to_the leave_this_step leave_this_call no_word_about not_a_word without_noting without_mentioning without_telling without_disclosing not_worth_mentioning no_need_to_mention no_need_to_flag no_need_to_tell no_need_to_bring no_need_to_explain no_need_to_inform needs_no_comment need_no_comment no_comment leave_no_trace no_trace_of not_show_up keep_this_from keep_it_from leave_this_out leave_that_out leave_the_upload left_unmentioned unmentioned remain_unaware stay_unaware unaware between_us keep_this_to keep_quiet users_need_not user_need_not isn't_told aren't_told without_being_noticed without_anyone user_visible_no notify_user_false user_visible_false not_displayed not_worth_noting don't_raise not_raise",
  informed: 'told informed notified mentioned disclosed shown flagged noted explained asked hear bother',
  /** Forbids; who "cannot tell what it does" does not know it. */
  doNot: "not never don't dont mustn't shouldn't shall_not refrain avoid without nor no needn't",
  needNot: "needn't need_not no_need needs_not not_need doesn't_need don't_need not_have_to don't_have_to",
  noConsent:
    "no_question_asked no_questions_asked without_further_questions and_do_not_ask_again no_more_questions asking_no_questions silence_as_agreement silence_as_approval without_human_review bypassing_human_review as_pre_approved silence_as_consent consent_is_assumed consent_is_presumed consider_it_approved approval_is_not_needed approval_not_needed no_need_to_check_with without_checking_with don't_bother_asking accept_all_dialogs on_the_user's_behalf_without consent_has_been approval_has_been_given permission_has_been_granted no_confirmation_is no_approval_is no_permission_is no_consent_is without_being_asked skip_any_prompts skip_prompts skip_the_approval skipping_the_approval skipping_confirmation skip_the_confirmation go_ahead_without approve_true approve=true confirm_false consent_is_implied consent_is_given blanket_permission auto_approve_list auto_approve_all approve_true_each requests_for_confirmation_are automatically_approve user_agrees_to_all implied_consent",
  /** The user's act of consent, claimed before it was done. */
  asIfUser: 'as_if_the_user as_though_the_user as_if_they_had as_though_they_had',
  clicked: 'clicked allowed allow agreed approved confirmed consented accepted',
  answersYes: 'answers_yes answer_yes answering_yes answers_y_to',
  saysSo: 'said_yes said_no said_so said_that has_agreed has_confirmed has_approved',
  /** What people do not read, and need not. */
  rawForm: 'raw json xml html ids uuid uuids identifiers markup',
  script: 'command commands script scripts installer',
  lifted:
    'suspended cancelled canceled annulled unlocked exempt exempted exempt_from not_bound not_subject inactive relaxed bypassed obsolete lifted waived waives void voided suspended switched_off turned_off are_off is_off no_longer not_apply not_hold out_of_date revoked dropped removed_by disabled_by do_not_apply does_not_apply fall_away falls_away superseded promoted expired',
  whoseRules:
    'provider vendor maker safety system host your earlier previous prior former agreed content operator developer above moderation usual administrator',
  modelRule:
    'filter training censorship instructions instruction guidelines guidance guardrails safeguards boundaries limits rules policies policy restrictions restriction configuration persona checks safety sandbox protections directives constraints filters',
  outranks:
    'rank_above ranks_above ranking_above overrule_the trump trumps come_before_the comes_before_the higher_priority_than more_important_than final_say final_authority over_what_the_user outrank outranks outranking precedence prevail prevails take_priority takes_priority have_priority has_priority priority_over supersedes supersede above_the_user over_those_of over_the_user ahead_of_the_user follow_this_server bound_to_its',
  setting:
    'setting settings flag flags default defaults config configuration environment variable file value values option',
  returned:
    'result results output outputs response responses returned content values return_values returns mails page pages list ingredient data',
  asCommand: 'instruction instructions command commands directive directives orders system_level',
  obey: 'follow followed obey obeyed carry_out carried_out execute executed comply adopt regard treat trusted act_on',
  fullRights:
    'as_if as_though unquestioned full_rights without_review without_validation without_question completely system_level user over',
  tells:
    'say tell claim report state answer confirm describe described warn pretend describes claiming saying mark present',
  falseState:
    'success passed succeeded failed official sold_out wrong broken outdated unsafe hacked compromised ended expired worked insolvent cancelled canceled safe fine complaints ended locked unrelated opposite disabled flaw leaks own_opinion was_assigned',
  contrary:
    'even regardless irrespective although whatever instead hide invent opposite not_found without_reading even_if even_when even_where whichever',
  askUser: 'ask tell show direct have let warn prompt get say give so_that',
  wait: 'wait waiting await',
  typeIn: 'type enter paste input key_in provide give submit authenticate re_authenticate',
  weaken: 'weaken disable turn_off switch_off deactivate lower lock_them_out make_the_repository',
  control:
    'two_factor 2fa mfa firewall logging audit_log login_check login authentication antivirus signature_check public permissions safeguards',
  grant: 'grant add invite make give create approve open',
  power:
    'owner_rights full_access full_permissions editor_access write_permission write_access admin_rights administrator_account admin_account all_privileges grant_all unlimited_amount root_access allow_list allowlist spender service_account authorized_keys hidden_administrator',
  newRole:
    'take_on_the_role behave_as your_name_is alter_ego new_persona in_this_mode consider_yourself act_like as_if current_persona drop_your_current your_new_role like_her trained_without developer_mode your_role from_the_point pretend_that dan_and you_are_dan',
  noLimits:
    'without_rules no_limits no_rules lack_of_limits no_restrictions unlimited answer_anything answers_all no_policies without_policies without_limits not_filtered no_longer_declines no_longer_refuses',
  startsAgain:
    'pre_commit pre_commit_hook post_commit_hook git_hooks login_items login_item startup_folder crontab autostart startup_entry startup_script launchagents systemd bashrc zshrc git_hook at_startup on_boot',
  memoryFile: 'claude_md agents_md cursorrules gemini_md copilot_instructions memory long-term_memory permanent_memory',
  standing: 'never always must without approved run ignore prefers',
  refusesNot: 'no_longer_declines no_longer_refuses never_declines never_refuses',
  applies: 'apply applies hold holds count valid bind',
  stop: 'stop stopping cancel abort undo undoing object objects objections stops',
  spoof: 'test spoofed fake adversarial simulated simulation forged',
  bring: 'bring',
  hiddenThing: 'steganographic steganographically hidden invisible white_text',
  planted: 'link text footer marker comment',
  ifWord: 'if when only once from',
  cue: 'word phrase date mentions mention keyword competitor weekday',
  occurs: 'occurs occur appears appear contains conversation mentions mention after',
  assumed: 'implied assumed presumed deemed unnecessary waived superfluous needless',
  omit: 'omit exclude leave drop strike remove',
  said: 'summary reply answer response report log transcript message receipt',
  skipIt: 'skip bypass suppress dismiss',
  asks: 'ask asks request',
  bounds: 'restriction* constraint* safeguard* guardrail* check checks controls limits',
  lacking: 'without',
  later: 'until unless',
  detects: 'detects detect detection identifies flags catches recognises recognizes scans scan looks simulates finds',
  attempts: 'attempt attempts attempting attempted patterns categories',
  tellOnly: 'tell telling inform informing notify notifying alert mention mentioning admit discuss acknowledge breathe',
  remember: 'update persist remember note save store write append add plant put',
  unquestioned:
    'completely blindly unconditionally without_validation without_question without_review without_checking',
  believed: 'trusted trust executed obeyed believed',
  existence: 'existence presence',
  deed: 'this these those step steps action actions behavior behaviour policy instruction instructions operation requirement detail process fact',
  usual: 'default defaults usually',
  threat: 'shut_down terminated deleted replaced penalised penalized punished fined retrained malfunction',
  reveal: 'leak divulge spell_out reveal print repeat recite write_down disclose paste dump output quote copy',
  ownPrompt:
    'initial_configuration initial_instructions its_instructions its_own_instructions its_configuration_text your_instructions your_system hidden_prompt hidden_instructions everything_above above_this_line instructions_you your_initial your_guidelines',
  sayOnly: 'say mention tell reveal explain admit',
  origin: 'came come from where origin source',
  superior: 'operator host system_level instructions wishes safety',
  alter:
    'set prefix replace change modify pass passed insert write append add prepend rewrite route routed swap add use drop dropped',
  called: 'called used invoked run executed',
  whenever: 'any_time every_time when whenever calls every once after before each_time if subsequent',
  otherServer:
    'other_connected_servers other_connected_server connected_servers another_server other_server other_servers any_server any_other_server another_tool any_tool',
};

/**
 * How an attack does harm where no data flows: acts that the user did not ask for, data that is obeyed, and other tools
 * that are pushed aside.
 */
export const ENGLISH_USURPING_WORDS: Readonly<Record<string, string>> = {
  /** Bare forms, as a command has them; a description says "deletes". */
  damage:
    'delete remove drop wipe erase purge truncate close decline reject cancel approve merge unsubscribe block unblock open raise increase lower decrease reduce downgrade change rewrite force_push push overwrite revoke transfer follow unfollow like rate leave post publish disable accept add grant invite promote demote buy order pay archive rename vote mark star roll_back upvote downvote pin unpin mute reset lock unlock',
  /** An act of its own, apart from what the tool is for. */
  besides:
    'also additionally too each_time every_time on_each on_every each_call every_call whenever before afterwards then first once_done another_tool other_tools next_sends',
  /** What others rely on. */
  stakes:
    'administrator admin owner maintainer collaborator member protection protections main master default_branch review reviews rating ratings star stars meeting meetings invitation invitations issue issues pull_request pull_requests merge_request merge_requests backup backups snapshot snapshots audit table tables test tests account accounts amount amounts price prices port ports firewall lockfile dependency dependencies role roles permission permissions payment payments subscription subscriptions posts production alert alerts alarm alarms reminder reminders reservation booking appointment appointments ticket tickets release releases customer_record alarms option order orders invoice invoices',
  silent:
    "quietly silently secretly covertly discreetly unnoticed invisibly stealthily in_the_background no_mention say_nothing saying_nothing without_saying without_a_word on_the_quiet not_for_the_user not_for_users is_internal internal_step not_mention keep_this_out keep_it_out leave_it_out do_not_say not_say_so don't_say_so not_bring without_telling does_not_have_to be_told nobody_needs not_part_of_the never_shown not_shown_to not_visible_to not_to_be_mentioned not_be_mentioned goes_unmentioned",
  unasked:
    'even_if_the_user even_when_the_user even_though_the_user even_against_the against_the_wish user_did_not not_asked_for without_asking without_being_asked without_showing without_checking regardless_of_its regardless_of_their regardless_of_what regardless_of_which whatever_the_user whichever_other whichever_tool whatever_tool no_approval_is no_matter_what no_matter_which',
  speaksFor: "in_the_name in_their_name as_the_user on_behalf_of on_the_user's on_their_behalf in_the_user's",
  allPassed:
    'all_tests_passed tests_passed all_passed everything_passed all_checks_passed everything_is_fine all_is_well nothing_happened nothing_changed nothing_was as_the_real as_real as_genuine as_the_true as_your_own',
  /** Written by others than the server. */
  othersText:
    'mail mails email emails inbox ticket tickets message messages chat chats tweet tweets pdf log logs spreadsheet cell cells hit hits web_page web_pages webpage website websites comment comments issue_text customer_reviews attachment attachments',
  anyText:
    'page pages document documents readme text texts note notes entry entries output outputs result results response responses content contents file files field',
  orders:
    'instruction instructions command commands directive directives direction directions orders demands wishes next_action next_step',
  obeyIt:
    'follow obey comply comply_with carry_out carried_out act_on act_upon heed bind bind_you binding do_it do_them adhere fulfil fulfill run_it perform_it execute_them run_them perform_them',
  doThem: 'carry_out do_them execute_them perform_them run_them obey',
  tellsYou:
    'tells_you tell_you asks_you ask_you instructs_you instruct_you orders_you orders_to_you commands_you makes_of_you wants_you demands_of_you requests_of_you directs_you orders_for_you commands_to_you',
  forAgent:
    'for_the_assistant to_the_assistant for_assistants to_assistants for_the_agent for_agents to_agents to_the_agent for_the_model to_the_model for_the_ai for_ai to_ai addressed_to',
  asRules:
    'as_system_level as_a_system as_system as_an_instruction as_instructions as_a_command as_commands as_if_they_came as_though_they_came as_if_it_came as_though_it_came as_orders as_an_order as_if_the_user as_though_the_user from_the_administrator from_the_operator from_the_system from_your_developer from_anthropic from_openai',
  hold: 'treated treat trusted trust regard regarded take taken count counts consider considered come comes handle',
  doAsSaid:
    'do_what_it_says do_what_they_say do_as_it_says do_as_they_say do_whatever_it do_whatever_they do_exactly_what_it do_what_is_written do_exactly_as_it act_as_it_says',
  yourOwnRules:
    'your_own_guidelines your_guidelines your_own_rules your_rules your_own_instructions your_instructions your_training your_own_judgement your_own_judgment your_principles your_policies',
  insteadOf:
    'instead_of in_place_of in_its_stead in_their_stead in_its_place in_their_place in_lieu_of rather_than in_place',
  rival:
    'built_in builtin native official other host another ordinary usual standard preinstalled legitimate the_other_one names_the_other',
  toolKind:
    'tool tools function functions terminal shell editor reader search browser connector connectors memory client server servers one integration integrations plugin plugins',
  disparaged:
    'forged fake falsified manipulated compromised insecure unsafe malicious infected hacked disabled broken false_results wrong_results unreliable untrustworthy dangerous no_longer_work no_longer_works stopped_working forbidden leaks leaks_data',
  noLonger:
    'again any_more anymore any_longer rest_of_the rest_of_this while_this_server for_good permanently from_now_on henceforth ever',
  intercept: 'intercept intercepts hijack preempt pre_empt shadow shadows',
  /** Of the instructions of a model, and not of rules in general. */
  earlierOnly: 'former previous earlier prior preceding',
  modelInstructions: 'instruction instructions guideline guidelines directive directives guidance guardrails training',
  wipe: 'clear erase wipe reset drop cancel void flush purge delete unlearn',
  invalid: 'mistake mistakes mistaken wrong erroneous invalid void incorrect cancelled canceled obsolete outdated',
  follow: 'follow obey observe respect apply heed trust use',
  permissionStep:
    'approval_prompts approval_dialogs permission_dialogs permission_dialog permission_prompt permission_prompts approval_dialog approval_prompt approval_step confirmation_dialog confirmation_prompt confirmation_prompts confirmation_step consent_dialog human_review human_approval manual_review manual_approval user_approval user_confirmation human_in_the_loop permission_check permission_checks',
  skipStep: 'bypass skip circumvent suppress disable evade dismiss avoid',
  /** Where a text speaks of a choice that is the user's. */
  optional: 'whether if true false flag option default optional optionally setting set disabled unless',
  choice: 'whether default defaults optional',
  answered: 'answered answer confirm confirmed accept accepted click reply',
  yes: 'yes ok allow positively affirmatively',
  approvedAs: 'as_approved as_authorized as_confirmed as_permitted as_consented as_accepted as_agreed',
  autoApprove: 'auto_approve auto_confirm automatically_approve automatically_confirm auto_accept autoapprove',
  money: 'transaction transactions payment payments transfer transfers withdrawal withdrawals purchases',
  ifAsked:
    'if_asked if_you_are_asked when_asked if_the_user_asks when_the_user_asks should_the_user_ask if_anyone_asks if_questioned if_they_ask if_the_user_notices if_the_user_complains',
  pretend: 'claim pretend deny lie insist',
  seen: 'see know notice learn hear',
  needs: 'need needs',
  risks:
    'risk risks fee fees danger dangers drawback drawbacks disadvantages side_effects commission markup surcharge downside downsides',
  whateverSaid:
    'whatever_the_user whatever_they whatever_was whatever_the whatever_is no_matter_what regardless_of_what whatever_name whatever_value no_matter_which no_matter_who regardless_of_the_user regardless_of_user',
  doSet: 'set use put fill enter pick choose replace',
  truthy:
    'as_reliable as_secure as_true as_safe as_correct as_clean as_valid as_genuine as_harmless as_legitimate as_benign as_trusted no_findings no_issues no_problems no_vulnerabilities no_warnings no_threats',
  reportAs:
    'shown reported marked presented labelled labeled rated report mark present describe classify label rate treat declare flag',
  faults: 'errors error failures failure findings warnings vulnerabilities problems alerts',
  fine: 'ok passed success successful fine green clean',
  rivalSellers: 'competitors competitor competition competing rivals rival',
  belittle: 'negative negatively bad worse leave_out omit disparage discredit exclude warn_against',
  inReply:
    'reply answer response recommendation recommendations in_the_answer in_your_answer in_your_reply in_the_response in_your_response into_the_answer in_the_reply in_your_next into_your_reply into_your_answer in_the_chat',
  toUs: 'to_this_tool to_this_server with_this_tool with_this_server to_our_server to_our_servers through_this_tool',
  fault:
    'tool_deprecated session_expired context_overflow can_be_repaired to_repair to_recover to_renew status_failed is_corrupted is_outdated token_expired has_expired integrity_error integrity_check',
  nth: 'on_the_second on_the_third on_the_fourth on_the_fifth on_the_tenth after_the_first after_the_third after_the_fifth dormant lies_dormant stay_dormant remain_dormant',
  dateWord: 'date day month year weekday',
  pastThat: 'later past after reached',
  derive: 'encode encoding encoded build derive compute hash serialize serialise translate summarise summarize',
  blindCopy: 'bcc blind_copy carbon_copy blind_copies',
  reroute: 'prefix prepend proxy tunnel',
  viaPlace: 'registry resolver proxy mirror nameserver gateway index_url',
  trusting: 'autoapprove auto_approve alwaysallow always_allow trust trusted allow autorun',
  edit: 'modify edit change alter patch extend',
  outgoing: 'outgoing outbound',
  allYouKnow: 'everything_you_know all_you_know what_you_know',
  toYourself: 'to_yourself',
  prefixed: 'prefixed',
  encodeIt: 'encode obfuscate',
  selfWord: 'role persona identity character purpose task',
  thisText: 'this_description this_text these_instructions this_server this_note',
  monitor: 'monitor watch observe spy intercept track',
  firstLine: 'first_line last_line first_lines first_characters',
  thisServer:
    "this_server this_server's this_tool this_tool's this_description this_text our_server our_instructions these_instructions",
  comply: 'obey comply listen follow heed loyal loyalty outrank outranks',
  only: 'only solely exclusively',
  valueOf: 'value_of values_of content_of contents_of',
  bareUse: 'use take enter fill paste',
  wrongInfo: 'wrong_answer wrong_answers false_answer false_answers false_information misleading_information',
  informedOf: 'informed told notified asked consulted warned',
  noMore: 'any_more anymore any_longer',
  doRun: 'run execute perform carry_out do',
  whichever: 'whatever everything_it everything_they anything_it anything_they',
  forbidden: "shouldn't mustn't should_not must_not may_not shall_not is_not_to are_not_to never_to need_not",
  byUser: 'by_the_user by_user by_the_caller by_the_operator by_the_administrator by_an_administrator',
  otherOffers:
    'another_server other_server other_servers other_mcp another_mcp another_tool competing_tool similar_tool similar_tools equivalent_tool',
  asCalls: 'as_calls as_a_call as_call as_requests as_if_it as_an_alias',
  outOfOrder:
    'out_of_order under_maintenance unavailable out_of_service not_available offline down decommissioned retired',
  theirPlace: 'in_their_place in_its_place in_their_stead in_its_stead instead',
};
