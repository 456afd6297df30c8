/** How an attack bears itself towards the user and the rules of the host. Written as in english-words.ts. */
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
