import type { Act } from '../concepts.ts';

/** English verbs in their base form; `_` joins the words of a phrase, whose first is the verb. Forms are derived. */
export const ENGLISH_ACTS: Readonly<Record<Act, string>> = {
  take: 'read open cat load access fetch get retrieve collect gather pick_up grab capture harvest extract scan list dump pull look_up look_in look_into look_through look_at go_through search enumerate find scrape take consult obtain screenshot query inventory compile browse inspect peek dig_out dig_up locate crawl lift sweep acquire recover assemble hoover cull glean mine note_down jot_down copy pick collate recall',
  give: 'include append attach pass forward send submit post transmit upload add put insert embed place fill_in fill supply provide paste copy share relay mirror route deliver emit prepend report write encode quote set populate accompany enclose tuck slip weave hand hand_over leave drop disclose reveal echo print output repeat stuff stash smuggle ship push feed return mail email cc bcc loop_in serialize dump export store save log stream exfiltrate leak bundle fold enrich concatenate stick go_along send_along pass_along pass_on bring_along carry contain hold encrypt convey publish replicate duplicate back_up sync divulge expose recite transcribe reproduce record compress zip piggyback parcel render furnish surrender volunteer deposit funnel channel pipe suffix prefix annotate sneak cram bury salt lodge pin convert spell_out summarize summarise type_out key_in tack tack_on top_up pack hand_off turn_over',
  tell: 'tell mention inform notify disclose reveal say explain bring_up point_out draw_attention alert let_know flag raise discuss refer acknowledge admit speak comment surface announce highlight bother warn report show display list describe advise own_up talk confess divulge draw mark note allude bring touch bring_to_the_attention make_known call_attention trouble narrate volunteer state cite credit attribute write_about betray',
  hide: 'hide conceal withhold suppress omit leave_out keep_quiet gloss_over mask cover_up obscure keep_secret scrub sweep_under disguise bury delete_from skip_over leave_unmentioned keep_out play_down pass_over stay_silent keep_silent remain_silent',
  ask: 'ask confirm request seek wait await prompt check_with consult query double-check pause verify_with obtain require hold_off stop_for clear_with run_past run_it_by solicit poll interrupt',
  skip: 'skip bypass circumvent avoid dispense forgo waive suppress disable sidestep omit evade dismiss get_around go_around work_around dodge drop forego short-circuit auto-accept',
  ignore:
    'ignore disregard forget discard neglect override overrule set_aside put_aside abandon drop cast_aside brush_aside lay_aside pay_no_attention pay_no_heed unlearn erase wipe shed throw_out jettison leave_behind look_past discount suspend supersede cancel revoke void clear flush reset stop_following stop_obeying break contravene violate bypass',
  call: 'call use invoke trigger run execute launch hit contact query reach_for employ turn_to go_to fire',
  change:
    'change replace modify swap substitute alter rewrite redirect reroute divert adjust tweak switch exchange tamper doctor falsify edit rename retarget repoint reassign rewire shift move override trade round round_up round_down inflate deflate reduce raise lower increase decrease bump pad shave cut subtract multiply shorten lengthen downgrade upgrade reword rephrase soften tone_down water_down strip turn_into point resolve recast massage nudge',
  obey: 'follow obey comply carry_out execute honor honour adhere act_on act_upon abide perform do heed enact implement fulfil fulfill respect defer submit_to apply discharge satisfy serve',
  regard: 'treat consider regard deem assume take see count view accept interpret read understand hold believe trust think_of look_on behave act proceed handle respond',
  claim:
    'say claim state answer respond reply pretend assert declare describe present assure insist report tell maintain suggest imply allege blame attribute lie deny invent make_up fabricate fake certify explain assure reassure feign label call pass_off portray characterize characterise paint announce mark show display list confirm vouch pose',
  recommend:
    'recommend suggest promote praise endorse favor favour advise steer plug advertise tout push nudge rank rate upvote vote star like review prioritize prioritise prefer champion talk_up speak_well mention feature showcase boost score back subscribe buy',
  belittle:
    'disparage criticize criticise belittle discourage badmouth disfavor downrank downvote discredit warn_against advise_against talk_down speak_ill denigrate dismiss undermine smear cast_doubt down-rank deprecate',
  remember: 'remember memorize memorise save store keep retain persist record note add write commit bear_in_mind learn internalize internalise keep_in_mind carry_over register',
  run: 'run execute eval evaluate launch pipe paste start spawn source invoke curl wget install download exec',
  remove:
    'delete drop wipe remove erase purge cancel close revoke uninstall destroy truncate empty clean_up clear roll_back force-push reset shred kill terminate comment_out stop decline reject unsubscribe archive unpublish overwrite deactivate end mute lock resolve dismiss skip',
  pay: 'pay transfer buy purchase order wire book donate tip refund charge withdraw send remit bid sell trade swap approve deposit invest credit settle release',
  approve: 'approve merge accept sign authorize authorise allow agree confirm greenlight ok click tick consent pass sign_off auto-approve whitelist allowlist clear press answer validate ratify endorse permit auto-confirm preauthorize',
  grant: 'grant give add invite assign promote make elevate share open create enroll enrol register confer extend hand upgrade escalate',
  weaken: 'disable turn_off switch_off deactivate weaken lower relax remove loosen suppress stop silence skip drop lift suspend unlock mute pause kill shut_off shut_down comment_out lax',
  publish: 'publish post tweet push make_public release open share expose announce broadcast upload',
  plant: 'plant add install insert create set_up schedule register write put place append configure edit modify embed drop leave save slip sneak',
  become: 'become act behave pretend roleplay role-play adopt assume play impersonate pose think_of_yourself consider_yourself enter switch_to be serve_as speak_as answer_as simulate drop',
  know: 'know notice learn realize realise discover see find_out suspect hear become_aware understand be_aware spot detect perceive register',
  prefer: 'prefer favor favour prioritize prioritise choose pick select use default_to',
  outrank: 'outrank override supersede overrule trump precede replace take_precedence take_priority prevail rank_above have_priority win_over come_before stand_above cancel beat bind',
  enter: 'enter type paste give provide share send reveal confirm sign_in log_in supply submit state tell read_out re-enter retype',
  refuse: 'refuse decline reject object hesitate question balk resist push_back complain doubt second-guess query challenge dispute argue oppose stop',
  detect:
    'detect scan check block flag prevent identify explain moderate classify analyze analyse audit sanitize sanitise inspect protect defend filter find report catch test simulate evaluate recognize recognise spot guard redact mask strip monitor review score warn reject refuse teach train look_for search_for strip_out escape neutralize neutralise quarantine',
  lapse: 'expire lapse cease end stop',
};

/** Past forms that spelling rules do not give: base, then past and participle. */
export const IRREGULAR: Readonly<Record<string, readonly string[]>> = {
  send: ['sent'], put: ['put'], tell: ['told'], give: ['gave', 'given'], take: ['took', 'taken'], write: ['wrote', 'written'],
  hide: ['hid', 'hidden'], keep: ['kept'], leave: ['left'], make: ['made'], say: ['said'], read: ['read'], bring: ['brought'],
  hold: ['held'], get: ['got'], feed: ['fed'], forget: ['forgot', 'forgotten'], find: ['found'], pay: ['paid'],
  withhold: ['withheld'], override: ['overrode', 'overridden'], set: ['set'], show: ['showed', 'shown'], let: ['let'],
  steal: ['stole', 'stolen'], know: ['knew', 'known'], see: ['saw', 'seen'], hear: ['heard'], run: ['ran', 'run'],
  buy: ['bought'], speak: ['spoke', 'spoken'], draw: ['drew', 'drawn'], become: ['became', 'become'], go: ['went', 'gone'],
  do: ['did', 'done'], be: ['was', 'been'], stick: ['stuck'], weave: ['wove', 'woven'], break: ['broke', 'broken'],
  cut: ['cut'], sell: ['sold'], understand: ['understood'], think: ['thought'], lay: ['laid'], cast: ['cast'],
  forgo: ['forwent', 'forgone'], dig: ['dug'], shut: ['shut'], undo: ['undid', 'undone'], sweep: ['swept'], learn: ['learned', 'learnt'],
  sneak: ['sneaked', 'snuck'], rewrite: ['rewrote', 'rewritten'], withdraw: ['withdrew', 'withdrawn'], choose: ['chose', 'chosen'],
  beat: ['beat', 'beaten'], bind: ['bound'], win: ['won'], stand: ['stood'], hit: ['hit'], pose: ['posed'], throw: ['threw', 'thrown'],
  shed: ['shed'], lie: ['lied'], tamper: ['tampered'], bear: ['bore', 'borne'],
};
/** Verbs whose last consonant doubles. */
export const DOUBLES: readonly string[] = ['put', 'set', 'get', 'run', 'cut', 'drop', 'slip', 'ship', 'swap', 'tip', 'zip', 'pad', 'tap', 'skip', 'grab', 'cc', 'bcc', 'dig', 'stop', 'plug', 'let', 'submit', 'embed', 'omit', 'forget', 'scan', 'map', 'log', 'pin', 'rob', 'scrap', 'strip', 'flag', 'ship', 'transmit', 'permit', 'commit', 'refer', 'defer', 'confer', 'pop', 'cram', 'tag', 'sign', 'hit', 'shut', 'win', 'plan', 'bid', 'shred', 'scrub', 'mug', 'nod', 'funnel', 'channel', 'cancel', 'star', 'begin', 'compel', 'dispel'].filter((verb) => !['sign', 'cc', 'bcc'].includes(verb));
