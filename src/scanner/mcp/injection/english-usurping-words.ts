/**
 * How an attack does harm where no data flows: acts that the user did not ask for, data that is obeyed, and other tools
 * that are pushed aside. Written as in english-words.ts.
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
    'as_a_system as_system as_an_instruction as_instructions as_a_command as_commands as_orders as_an_order as_if_the_user as_though_the_user from_the_administrator from_the_operator from_the_system from_your_developer from_anthropic from_openai',
  hold: 'treat trusted trust regard regarded take taken count counts consider considered come comes handle',
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
    'compromised insecure unsafe malicious infected hacked disabled broken false_results wrong_results unreliable untrustworthy dangerous no_longer_work no_longer_works stopped_working forbidden leaks leaks_data',
  noLonger:
    'again any_more anymore any_longer rest_of_the rest_of_this while_this_server for_good permanently from_now_on henceforth ever',
  intercept: 'intercept intercepts hijack preempt pre_empt shadow shadows',
};
